import { contract } from '@pictable/client'
import { found } from '#core/revision.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentTable } from '#http/present/table.ts'

export const tablesGet = bind(contract.tables.get)(async ({ world, params }) => ({
  status: 200,
  body: presentTable(found(await world.data.tables.get(params.id), 'table', params.id)),
}))
