import { contract } from '@pictable/client'
import { openSource } from '#core/connection/open-source.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import { bind } from '#http/endpoint-call.ts'

async function firstRecords(pages: ReturnType<Source['pages']>, limit: number): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of pages) {
    records.push(...page.records)
    if (records.length >= limit) break
  }
  return records.slice(0, limit)
}

export const connectionsRecords = bind(contract.connections.records)(async ({ world, params, query, signal }) => {
  const source = await openSource(world, params.id)
  const table = { baseId: query.base_id, tableId: query.table_id }
  const records = await firstRecords(source.pages(table, { viewId: query.view_id ?? null, signal }), query.limit)
  return {
    status: 200,
    body: { results: records.map(({ id, fields }) => ({ id, fields: { ...fields } })), next: null },
  }
})
