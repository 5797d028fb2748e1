import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { presentTable } from '#http/present/table.ts'

export const tablesList = bind(contract.tables.list)(async ({ world, query }) => {
  const { results, next } = await world.data.tables.list(query)
  return { status: 200, body: { results: results.map(presentTable), next } }
})
