import { contract } from '@pictable/client'
import { describeTemplate } from '#core/template/describe-template.ts'
import { bind } from '#http/endpoint-call.ts'
import { templateVersion } from '#http/template-version.ts'

export const templatesVariables = bind(contract.templates.variables)(async ({ world, params }) => {
  const { version } = await templateVersion(world, params.id)
  const { variables, layers } = describeTemplate(version.design)
  const named = variables.map(({ layer = null, ...variable }) => ({ ...variable, layer }))
  return { status: 200, body: { variables: named, available_modifications: layers } }
})
