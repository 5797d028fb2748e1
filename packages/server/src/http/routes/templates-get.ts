import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentTemplateWithDesign } from '#http/present/template.ts'
import { templateVersion } from '#http/template-version.ts'

export const templatesGet = bind(contract.templates.get)(async ({ world, params }) => {
  const { template, version } = await templateVersion(world, params.id)
  return { status: 200, body: presentTemplateWithDesign(template, version) }
})
