import type { Source, SourceRecord, TableRef } from '#core/ports/source.ts'
import { addWithinSize } from '#core/within-size.ts'

/** The first records of a table or a view, page by page until there are enough, without those that are too large. */
export async function firstRecords(
  source: Source,
  table: TableRef,
  options: { viewId: string | null; limit: number; signal: AbortSignal },
): Promise<SourceRecord[]> {
  const { limit } = options
  const records: SourceRecord[] = []
  for await (const page of source.pages(table, options)) {
    if (!addWithinSize(records, page.records) || records.length >= limit) break
  }
  return records.slice(0, limit)
}
