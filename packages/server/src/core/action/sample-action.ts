import { openSource } from '#core/connection/open-source.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import { findListing, type Listing } from '#core/run/find-listing.ts'
import { labelOf } from '#core/run/map-record.ts'
import { addWithinSize } from '#core/within-size.ts'
import { type AsIfWorld, actionAsIf } from './action-as-if.ts'
import type { ActionChange } from './action-draft.ts'

/** What is looked at: enough to be worth it, and never a whole table. */
const mostPages = 5
const mostRecords = 500

export interface Sample {
  /** Those that pass the filter. */
  records: SourceRecord[]
  lookedAt: number
  /** Whether these are all that the view has. */
  isWhole: boolean
}

/** The first records of the view, with all fields unless some are named; fewer when they are large. */
export async function readSample(
  source: Source,
  { table, viewId, passes }: Listing,
  { fieldIds, signal }: { fieldIds?: readonly string[] | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Sample> {
  const read: SourceRecord[] = []
  let pages = 0
  let isWhole = true
  for await (const page of source.pages(table, { viewId, ...(fieldIds && { fieldIds }), ...(signal && { signal }) })) {
    isWhole = addWithinSize(read, page.records) && ++pages < mostPages && read.length < mostRecords
    if (!isWhole) break
  }
  const looked = read.slice(0, mostRecords)
  return { records: looked.filter(passes), lookedAt: looked.length, isWhole }
}

/** The first records that the action would take with the change, how many there are of those looked at; renders nothing. */
export async function sampleAction(
  world: AsIfWorld,
  actionId: string,
  { limit, change, signal }: { limit: number; change: ActionChange; signal?: AbortSignal },
): Promise<Omit<Sample, 'records'> & { matching: number; records: (SourceRecord & { label: string })[] }> {
  const action = await actionAsIf(world, actionId, change)
  const source = await openSource(world, action.connectionId)
  const listing = await findListing(source, action, { names: [], now: world.clock.now() })
  const { records, ...looked } = await readSample(source, listing, { signal })
  const shown = records.slice(0, limit).map((record) => ({ ...record, label: labelOf(record, listing.primary) }))
  return { ...looked, matching: records.length, records: shown }
}
