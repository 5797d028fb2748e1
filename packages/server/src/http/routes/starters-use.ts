import { contract } from '@pictable/client'
import { useStarter } from '#core/template/use-starter.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTemplateWithDesign } from '#http/present/template.ts'

export const startersUse = bind(contract.starters.use)(async ({ world, params, body }) => {
  const { template, version } = await useStarter(world, params.name, { publish: body?.publish ?? true })
  const headers = { location: `/v1/templates/${template.id}` }
  return { status: 201, body: presentTemplateWithDesign(template, version), headers }
})
