import { contract } from '@pictable/client'
import { parseDesign } from '#core/template/save-template.ts'
import { findStarter, loadBeside } from '#core/template/use-starter.ts'
import { bind } from '#http/endpoint-call.ts'
import { smallPicture } from '#http/small-picture.ts'

export const startersPicture = bind(contract.starters.picture)(async ({ world, params, query }) => {
  const { name, design } = await findStarter(world, params.name)
  const version = { templateId: null, version: null, design: parseDesign(design) }
  return smallPicture(world, {
    version,
    values: await world.starters.sample(name),
    widthPx: query.width,
    load: loadBeside(world),
  })
})
