import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentFillable } from '#http/present/template.ts'
import { templateVersion } from '#http/template-version.ts'

export const templatesVariables = bind(contract.templates.variables)(async ({ world, params }) => {
  const { version } = await templateVersion(world, params.id)
  return { status: 200, body: presentFillable(version.design) }
})
