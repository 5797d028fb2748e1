import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentVersion } from '#http/present/template.ts'

export const templatesVersions = bind(contract.templates.versions)(async ({ world, params, query }) => {
  const template = found(await world.data.templates.get(params.id), 'template', params.id)
  const { results, next } = await world.data.templates.listVersions(params.id, query)
  return { status: 200, body: { results: results.map((version) => presentVersion(template, version)), next } }
})
