import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRow } from '#http/present/table.ts'
import { rowQueryOf } from '#http/row-query.ts'

export const tablesRows = bind(contract.tables.rows)(async ({ world, params, query, signal }) => {
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const { limit, after, skip, ...asked } = query
  const page = { limit, skip, ...(after === undefined ? {} : { after }) }
  const { results, next } = await world.data.tables.rows(table.id, { ...page, ...rowQueryOf(table, asked), signal })
  return { status: 200, body: { results: results.map((row) => presentRow(table, row)), next } }
})
