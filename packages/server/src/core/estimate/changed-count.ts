import type { Action } from '#core/action/action.ts'
import { outputsOf } from '#core/output/outputs-of.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import type { Trigger } from '#core/run/run.ts'
import { compareRecords, openWatched, type Watched } from '#core/trigger/find-changed.ts'

const mostNamed = 100
/** Of images that are counted. */
const mostRows = 100_000
/** Requests for records: more than one only where the first records hardly have an image to be compared with. */
const mostReads = 5
/** This many records with an image are enough to judge the others. */
const enough = 20

type CountWorld = Pick<World, 'clock' | 'data' | 'digest' | 'renderer' | 'secrets' | 'sources'>

interface Counting {
  /** How many a run would read. */
  records: number
  trigger: Trigger
  /** The first records that the newest run rendered: they tell nothing of the others. */
  recent: number
  source: Source
  /** No one waits any more. */
  signal?: AbortSignal | undefined
}

/** What one request brings of the records that a run would read. */
interface Part {
  /** How many of them it counts: also those named that the action does not work on. */
  told: number
  records: SourceRecord[]
}

async function* partsOf(
  { source, listing }: Watched,
  { trigger: { recordIds, limit }, signal }: Counting,
): AsyncGenerator<Part> {
  const { table, viewId, fieldIds, passes } = listing
  let room = limit ?? Number.POSITIVE_INFINITY
  if (recordIds === null) {
    for await (const page of source.pages(table, { viewId, fieldIds, ...(signal && { signal }) })) {
      const records = page.records.filter(passes).slice(0, room)
      room -= records.length
      yield { told: records.length, records }
      if (room === 0) return
    }
    return
  }
  const named = [...new Set(recordIds)].slice(0, room)
  const size = Math.min(source.capabilities.getMany.max, mostNamed)
  for (let from = 0; from < named.length; from += size) {
    const ids = named.slice(from, from + size)
    const read = await source.getRecords(table, ids, { fieldIds, ...(viewId !== null && { viewId }) })
    yield { told: ids.length, records: read.filter(passes) }
  }
}

/** What the first records tell. */
interface Told {
  told: number
  changed: number
  /** With an image. */
  made: number
  /** Of these, those behind the recent ones. */
  judged: number
  /** Of these, those whose image is no longer theirs. */
  edited: number
  /** There are no others. */
  isAll: boolean
}

async function compareFirst(world: CountWorld, watched: Watched, counting: Counting): Promise<Told> {
  const first: Told = { told: 0, changed: 0, made: 0, judged: 0, edited: 0, isAll: false }
  let reads = 0
  for await (const { told, records } of partsOf(watched, counting)) {
    counting.signal?.throwIfAborted()
    const { changed, made } = await compareRecords(world, watched, records)
    const behind = records.slice(Math.max(0, counting.recent - first.told))
    const judged = behind.filter(({ id }) => made.has(id))
    reads++
    first.told += told
    first.changed += changed.size
    first.made += made.size
    first.judged += judged.length
    first.edited += judged.filter(({ id }) => changed.has(id)).length
    if (first.judged >= enough || first.told >= counting.records || reads === mostReads) return first
  }
  return { ...first, isAll: true }
}

/**
 * How many of the records a run would render. The first ones are compared with their images; of the others, those are new
 * that no image is left for, and as many of the rest have changed as of the first ones behind the recent ones. null when
 * these do not tell: none of them has an image, and others may.
 * @throws AppError when the table cannot be read
 */
export async function countChanged(world: CountWorld, action: Action, counting: Counting): Promise<number | null> {
  const { records, trigger, source, signal } = counting
  if (trigger.force || records === 0) return records
  signal?.throwIfAborted()
  const keys = outputsOf(action).map(({ key }) => key)
  const { count, isAll } = await world.data.outputs.countRecords(action.id, { keys, templateId: null, mostRows })
  if (count === 0) return records
  const watched = await openWatched(world, action.id, source)
  const first = await compareFirst(world, watched, counting)
  const rest = first.isAll ? 0 : Math.max(0, records - first.told)
  const madeRest = isAll ? Math.min(rest, Math.max(0, count - first.made)) : rest
  if (madeRest > 0 && first.judged === 0) return null
  const editedRest = first.judged === 0 ? 0 : Math.round((madeRest * first.edited) / first.judged)
  return Math.min(records, first.changed + (rest - madeRest) + editedRest)
}
