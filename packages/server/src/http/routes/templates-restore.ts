import { contract } from '@pictable/client'
import { restoreVersion } from '#core/template/save-template.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTemplateWithDesign } from '#http/present/template.ts'

export const templatesRestore = bind(contract.templates.restore)(async ({ world, params, body, revision }) => {
  const restored = { version: params.version, publish: body?.publish, revision }
  const { template, version } = await restoreVersion(world, params.id, restored)
  const headers = { location: `/v1/templates/${template.id}/versions/${version.version}` }
  return { status: 201, body: presentTemplateWithDesign(template, version), headers }
})
