import { outputsOf } from '#core/output/outputs-of.ts'
import type { SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import type { Trigger } from '#core/run/run.ts'
import { changedAmong, openWatched, type Watched } from '#core/trigger/find-changed.ts'

const mostNamed = 100
/** Of images that are counted. */
const mostRows = 100_000

/** The first of the records that a run would read, in one request. */
async function readFirst(
  { source, listing }: Watched,
  { recordIds, limit }: Pick<Trigger, 'recordIds' | 'limit'>,
): Promise<SourceRecord[]> {
  const { table, viewId, fieldIds, passes } = listing
  if (recordIds !== null) {
    const ids = [...new Set(recordIds)].slice(
      0,
      Math.min(source.capabilities.getMany.max, mostNamed, limit ?? mostNamed),
    )
    return (await source.getRecords(table, ids, { fieldIds })).filter(passes)
  }
  for await (const { records } of source.pages(table, { viewId, fieldIds }))
    return records.filter(passes).slice(0, limit ?? records.length)
  return []
}

/**
 * How many of the records a run would render. The first ones are compared with their images; of the others, those are new
 * that no image is left for, and as many of the rest have changed as of the first ones.
 * @throws AppError when the table cannot be read
 */
export async function countChanged(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'renderer' | 'secrets' | 'sources'>,
  actionId: string,
  { records, trigger }: { records: number; trigger: Trigger },
): Promise<number> {
  if (trigger.force || records === 0) return records
  const watched = await openWatched(world, actionId)
  const keys = outputsOf(watched.action).map(({ key }) => key)
  const { count, isAll } = await world.data.outputs.countRecords(actionId, { keys, templateId: null, mostRows })
  if (count === 0) return records
  const first = await readFirst(watched, trigger)
  const changed = new Set((await changedAmong(world, watched, first)).keys())
  const ids = first.map(({ id }) => id)
  const made = await world.data.outputs.find(actionId, ids, keys)
  const rest = Math.max(0, records - first.length)
  const madeRest = isAll ? Math.min(rest, Math.max(0, count - made.size)) : rest
  const edited = ids.filter((id) => made.has(id) && changed.has(id)).length
  const share = made.size === 0 ? 1 : edited / made.size
  return Math.min(records, changed.size + (rest - madeRest) + Math.round(madeRest * share))
}
