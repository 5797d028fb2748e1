import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentVersion } from '#http/present/template.ts'
import { templateVersion } from '#http/template-version.ts'

export const templatesVersion = bind(contract.templates.version)(async ({ world, params }) => {
  const { template, version } = await templateVersion(world, params.id, params.version)
  return { status: 200, body: { ...presentVersion(template, version), design: { ...version.design } } }
})
