import { contract } from '@pictable/client'
import { createTemplate } from '#core/template/save-template.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTemplateWithDesign } from '#http/present/template.ts'

export const templatesCreate = bind(contract.templates.create)(async ({ world, body }) => {
  const { template, version } = await createTemplate(world, body)
  const headers = { location: `/v1/templates/${template.id}` }
  return { status: 201, body: presentTemplateWithDesign(template, version), headers }
})
