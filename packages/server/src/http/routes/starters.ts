import { contract } from '@pictable/client'
import { parseDesign } from '#core/template/save-template.ts'
import { findStarter, loadBeside, useStarter } from '#core/template/use-starter.ts'
import { smallPicture } from '#http/answers/small-picture.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentTemplateWithDesign } from '#http/present/template.ts'

export const starters = handlers(contract.starters)({
  list: async ({ world }) => {
    const starters = await world.starters.all()
    const results = starters.map(({ name, title, purpose, keywords, width, height }) => ({
      name,
      title,
      purpose,
      keywords: [...keywords],
      width,
      height,
    }))
    return { status: 200, body: { results, next: null } }
  },
  picture: async ({ world, params, query, signal }) => {
    const { name, design } = await findStarter(world, params.name)
    const version = { templateId: null, version: null, design: await parseDesign(design) }
    const values = await world.starters.sample(name)
    return smallPicture(world, { version, values, widthPx: query.width, load: loadBeside(world) }, signal)
  },
  use: async ({ world, params, body }) => {
    const { template, version } = await useStarter(world, params.name, { publish: body?.publish ?? true })
    const headers = { location: `/v1/templates/${template.id}` }
    return { status: 201, body: presentTemplateWithDesign(template, version), headers }
  },
})
