import { contract } from '@pictable/client'
import { saveTemplate } from '#core/template/save-template.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTemplateWithDesign } from '#http/present/template.ts'

export const templatesUpdate = bind(contract.templates.update)(async ({ world, params, body, revision }) => {
  const { template, version } = await saveTemplate(world, params.id, body, revision)
  return { status: 200, body: presentTemplateWithDesign(template, version) }
})
