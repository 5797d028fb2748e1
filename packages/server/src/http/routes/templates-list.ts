import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentTemplate } from '#http/present/template.ts'

export const templatesList = bind(contract.templates.list)(async ({ world, query }) => {
  const { results, next } = await world.data.templates.list(query)
  return { status: 200, body: { results: results.map(presentTemplate), next } }
})
