import { contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import { found } from '#core/revision.ts'
import type { Table, TableView } from '#core/table/table.ts'
import { findNamed, listed } from '#core/words.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentRow } from '#http/present/table.ts'

function viewOf({ views }: Table, name: string): TableView {
  const view = findNamed(views, name)
  if (view) return view
  const detail = `is no view of this table; there are ${listed(views.map((each) => each.name))}`
  throw new AppError('invalid_request', `"${name}" ${detail}.`, { errors: [{ pointer: '/query/view', detail }] })
}

export const tablesRows = bind(contract.tables.rows)(async ({ world, params, query }) => {
  const table = found(await world.data.tables.get(params.id), 'table', params.id)
  const { view, ...page } = query
  const options = view === undefined ? page : { ...page, view: viewOf(table, view) }
  const { results, next } = await world.data.tables.rows(table.id, options)
  return { status: 200, body: { results: results.map((row) => presentRow(table, row)), next } }
})
