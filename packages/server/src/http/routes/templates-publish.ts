import { contract } from '@pictable/client'
import { publishTemplate } from '#core/template/save-template.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTemplate } from '#http/present/template.ts'

export const templatesPublish = bind(contract.templates.publish)(async ({ world, params, body }) => ({
  status: 200,
  body: presentTemplate(await publishTemplate(world, params.id, body?.version)),
}))
