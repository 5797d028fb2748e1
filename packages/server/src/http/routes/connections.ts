import { contract } from '@pictable/client'
import { firstRecords } from '#core/connection/first-records.ts'
import { openSource } from '#core/connection/open-source.ts'
import { createConnection, updateConnection } from '#core/connection/save-connection.ts'
import { testConnection } from '#core/connection/test-connection.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentConnection, presentTest } from '#http/present/connection.ts'
import { presentNamed, presentSourceField, presentSourceRecord } from '#http/present/source.ts'

export const connections = handlers(contract.connections)({
  list: async ({ world, query }) => {
    const { results, next } = await world.data.connections.list(query)
    return { status: 200, body: { results: results.map((connection) => presentConnection(world, connection)), next } }
  },
  create: async ({ world, body }) => {
    const connection = await createConnection(world, body)
    const headers = { location: `/v1/connections/${connection.id}` }
    return { status: 201, body: presentConnection(world, connection), headers }
  },
  get: async ({ world, params }) => ({
    status: 200,
    body: presentConnection(world, found(await world.data.connections.get(params.id), 'connection', params.id)),
  }),
  update: async ({ world, params, body, revision }) => ({
    status: 200,
    body: presentConnection(world, await updateConnection(world, { id: params.id, revision }, body)),
  }),
  delete: async ({ world, params }) => gone(await world.data.connections.delete(params.id), 'connection', params.id),
  test: async ({ world, params }) => ({
    status: 200,
    body: presentTest(await testConnection(world, params.id)),
  }),
  bases: async ({ world, params }) => {
    const source = await openSource(world, params.id)
    const bases = await source.listBases()
    return { status: 200, body: { results: bases.map(presentNamed), next: null } }
  },
  tables: async ({ world, params, query }) => {
    const source = await openSource(world, params.id)
    const tables = await source.listTables(query.base_id)
    return { status: 200, body: { results: tables.map(presentNamed), next: null } }
  },
  views: async ({ world, params, query }) => {
    const source = await openSource(world, params.id)
    const views = await source.listViews({ baseId: query.base_id, tableId: query.table_id })
    return { status: 200, body: { results: views.map(presentNamed), next: null } }
  },
  fields: async ({ world, params, query }) => {
    const source = await openSource(world, params.id)
    const fields = await source.listFields({ baseId: query.base_id, tableId: query.table_id })
    return { status: 200, body: { results: fields.map((field) => presentSourceField(source, field)), next: null } }
  },
  records: async ({ world, params, query, signal }) => {
    const { base_id: baseId, table_id: tableId, view_id: viewId = null, limit } = query
    const source = await openSource(world, params.id)
    const records = await firstRecords(source, { baseId, tableId }, { viewId, limit, signal })
    return { status: 200, body: { results: records.map(presentSourceRecord), next: null } }
  },
})
