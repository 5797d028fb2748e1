import { contract } from '@pictable/client'
import { bind } from '#http/endpoint-call.ts'
import { gone } from '#http/gone.ts'

export const tablesDelete = bind(contract.tables.delete)(async ({ world, params }) =>
  gone(await world.data.tables.delete(params.id), 'table', params.id),
)
