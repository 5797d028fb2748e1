import type { Source, SourceRecord, TableRef } from '#core/ports/source.ts'

/** The first records of a table or a view, page by page until there are enough. */
export async function firstRecords(
  source: Source,
  table: TableRef,
  { limit, ...options }: { viewId: string | null; limit: number; signal: AbortSignal },
): Promise<SourceRecord[]> {
  const records: SourceRecord[] = []
  for await (const page of source.pages(table, options)) {
    records.push(...page.records)
    if (records.length >= limit) break
  }
  return records.slice(0, limit)
}
