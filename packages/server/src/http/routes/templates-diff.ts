import { contract } from '@pictable/client'
import { diffDesigns } from '#core/template/diff-designs.ts'
import { bind } from '#http/endpoint-call.ts'
import { templateVersion } from '#http/template-version.ts'

export const templatesDiff = bind(contract.templates.diff)(async ({ world, params, query }) => {
  const { version: from } = await templateVersion(world, params.id, params.version)
  const { version: to } = await templateVersion(world, params.id, query.to)
  return { status: 200, body: { from: from.version, to: to.version, changes: diffDesigns(from.design, to.design) } }
})
