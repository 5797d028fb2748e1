import type { Action } from '#core/action/action.ts'
import type { Source } from '#core/ports/source.ts'
import { findListing } from '#core/run/find-listing.ts'

/** How many records an action has, as far as it can be known without reading them all. */
export interface RecordCount {
  /** null when it cannot. */
  records: number | null
  /** There are as many at least. */
  atLeast: number
  /** For people: why it is not known. */
  note: string | null
}

const exactly = (records: number): RecordCount => ({ records, atLeast: records, note: null })

interface Counting {
  now: Date
  /** No one waits any more. */
  signal?: AbortSignal | undefined
}

/** Reads a page and looks whether there is another. */
async function countFirstPage(source: Source, action: Action, { now, signal }: Counting): Promise<RecordCount> {
  const { table, viewId, fieldIds, passes } = await findListing(source, action, { names: [], now })
  let atLeast = 0
  let isFirst = true
  for await (const { records } of source.pages(table, { viewId, fieldIds, ...(signal && { signal }) })) {
    atLeast += records.filter(passes).length
    if (!isFirst) {
      const note = `There are at least ${atLeast} records. The number is known after the first run.`
      return { records: null, atLeast, note }
    }
    isFirst = false
  }
  return exactly(atLeast)
}

/**
 * Counts the records of the whole view: by its source when that can and no filter of ours is between, else from `known`
 * (what the last run found), else from the first page. @throws AppError `source_…`
 */
export async function countRecords(
  source: Source,
  action: Action,
  counting: Counting & { known: number | undefined },
): Promise<RecordCount> {
  const { baseId, tableId, viewId, filter } = action
  const counted = filter === null ? await source.count?.({ baseId, tableId }, viewId) : undefined
  const records = counted ?? counting.known
  return records === undefined ? countFirstPage(source, action, counting) : exactly(records)
}
