import type { Action } from '#core/action/action.ts'
import type { Source } from '#core/ports/source.ts'
import { findListing } from '#core/run/find-listing.ts'
import { countLinkRequests, linksOf } from '#core/run/linked-rows.ts'

interface Counting {
  source: Source
  /** How many a run would read. */
  records: number
  /** Whether the table may be asked. */
  looks: boolean
  now: Date
  signal?: AbortSignal | undefined
}

/**
 * Requests for the rows that the records of a run link to: as many for each record as for those of the first page. Without
 * a look, those that records with one row each would need.
 */
export async function countLinkedCalls(
  action: Action,
  { source, records, looks, now, signal }: Counting,
): Promise<number> {
  const names = Object.entries(action.mapping).flatMap(([name, entry]) => ('columns' in entry ? [name] : []))
  if (names.length === 0 || records === 0) return 0
  // Each linked table is asked for its fields too.
  if (!looks) return names.length * (1 + Math.ceil(records / source.capabilities.getMany.max))
  const { table, viewId, fieldIds, bindings } = await findListing(source, action, { names, now })
  for await (const { records: first } of source.pages(table, { viewId, fieldIds, ...(signal && { signal }) })) {
    if (first.length === 0) continue
    const ofFirst = countLinkRequests(source.capabilities, linksOf(bindings), first)
    return names.length + Math.ceil((ofFirst * Math.max(records, first.length)) / first.length)
  }
  return names.length
}
