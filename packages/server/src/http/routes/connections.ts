import { contract } from '@pictable/client'
import { operatorsOf } from '#core/action/filter.ts'
import { writableAs } from '#core/action/resolve-write-back.ts'
import { openSource } from '#core/connection/open-source.ts'
import { createConnection, updateConnection } from '#core/connection/save-connection.ts'
import { testConnection } from '#core/connection/test-connection.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/gone.ts'
import { handlers } from '#http/handlers.ts'
import { presentConnection, presentTest } from '#http/present/connection.ts'

async function firstRecords(pages: ReturnType<Source['pages']>, limit: number): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of pages) {
    records.push(...page.records)
    if (records.length >= limit) break
  }
  return records.slice(0, limit)
}

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
    return { status: 200, body: { results: bases.map(({ id, name }) => ({ id, name })), next: null } }
  },
  tables: async ({ world, params, query }) => {
    const source = await openSource(world, params.id)
    const tables = await source.listTables(query.base_id)
    return { status: 200, body: { results: tables.map(({ id, name }) => ({ id, name })), next: null } }
  },
  views: async ({ world, params, query }) => {
    const source = await openSource(world, params.id)
    const views = await source.listViews({ baseId: query.base_id, tableId: query.table_id })
    return { status: 200, body: { results: views.map(({ id, name }) => ({ id, name })), next: null } }
  },
  fields: async ({ world, params, query }) => {
    const source = await openSource(world, params.id)
    const fields = await source.listFields({ baseId: query.base_id, tableId: query.table_id })
    const results = fields.map((field) => {
      const { id, name, kind, computed, primary } = field
      const takes = source.capabilities.write === null ? [] : writableAs(field)
      return { id, name, kind, computed, primary, operators: [...operatorsOf[kind]], takes }
    })
    return { status: 200, body: { results, next: null } }
  },
  records: async ({ world, params, query, signal }) => {
    const source = await openSource(world, params.id)
    const table = { baseId: query.base_id, tableId: query.table_id }
    const records = await firstRecords(source.pages(table, { viewId: query.view_id ?? null, signal }), query.limit)
    return {
      status: 200,
      body: { results: records.map(({ id, fields }) => ({ id, fields: { ...fields } })), next: null },
    }
  },
})
