import type { Source, SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { attempt, type Retrier } from './attempt.ts'
import type { Listing } from './find-listing.ts'
import { labelOf } from './map-record.ts'
import type { EndedRecord } from './plan-ended.ts'
import { nameOf } from './reason.ts'
import type { BareRun } from './run.ts'

interface Reading extends Retrier {
  world: Pick<World, 'data'>
  source: Source
  listing: Listing
  run: Pick<BareRun, 'retryOf'>
}

function ended(
  { listing }: Reading,
  record: SourceRecord,
  { code, words }: { code: string; words: string },
): EndedRecord {
  const label = labelOf(record, listing.primary)
  const message = `Record ${nameOf({ recordId: record.id, label })}: ${words}`
  return { id: record.id, label, state: 'skipped', reason: { code, message } }
}

/** Those that the table still has, outside of the view. */
async function findOutside(reading: Reading, ids: readonly string[]): Promise<SourceRecord[]> {
  const { source, listing } = reading
  const askedForView = listing.viewId !== null && source.capabilities.getMany.inView === true
  if (!askedForView || ids.length === 0) return []
  return attempt(() => source.getRecords(listing.table, ids, { fieldIds: listing.fieldIds }), reading)
}

/** A record that the action once worked on was deleted; any other id may never have been one. */
async function endMissing({ world, listing, run }: Reading, ids: readonly string[]): Promise<EndedRecord[]> {
  const { id: actionId, tableName } = listing.action
  const outputs = await world.data.outputs.find(actionId, ids)
  return ids.map((id): EndedRecord => {
    const wasThere = run.retryOf !== null || outputs.has(id)
    const [state, code, words] = wasThere
      ? (['skipped', 'record_deleted', `it was deleted from the table "${tableName}"`] as const)
      : (['failed', 'record_missing', `it is not in the table "${tableName}". Check its id`] as const)
    return { id, label: '', state, reason: { code, message: `Record ${id}: ${words}` } }
  })
}

/**
 * Reads records by their ids, in this order: those that the action works on, and for each of the others why it does not.
 * View and filter of an action hold for named records as for all.
 */
export async function readNamed(
  reading: Reading,
  ids: readonly string[],
): Promise<{ records: SourceRecord[]; ended: EndedRecord[] }> {
  const { source, listing } = reading
  const { viewId, fieldIds, action } = listing
  const options = { fieldIds, ...(viewId !== null && { viewId }) }
  const read = await attempt(() => source.getRecords(listing.table, ids, options), reading)
  const byId = new Map(read.map((record) => [record.id, record]))
  const there = ids.flatMap((id) => byId.get(id) ?? [])
  const absent = ids.filter((id) => !byId.has(id))
  const outside = await findOutside(reading, absent)
  const outsideIds = new Set(outside.map(({ id }) => id))
  const missing = absent.filter((id) => !outsideIds.has(id))
  const left = { code: 'left_view', words: `it is not in the view "${action.viewName}" of the action` }
  const filtered = { code: 'filtered_out', words: 'it does not match the filter of the action' }
  return {
    records: there.filter(listing.passes),
    ended: [
      ...there.filter((record) => !listing.passes(record)).map((record) => ended(reading, record, filtered)),
      ...outside.map((record) => ended(reading, record, left)),
      ...(missing.length === 0 ? [] : await endMissing(reading, missing)),
    ],
  }
}
