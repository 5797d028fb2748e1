import type { Action } from '#core/action/action.ts'
import { outputsOf } from '#core/output/outputs-of.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import type { Trigger } from '#core/run/run.ts'
import { compareRecords, openWatched, type Watched } from '#core/trigger/find-changed.ts'

/** Records that one request compares. */
const MAX_BATCH = 100
/** Of images that are counted. */
const MAX_ROWS = 100_000
/** Requests for named records, or for those of the sample. */
const MAX_READS = 5

type CountWorld = Pick<World, 'clock' | 'data' | 'digest' | 'renderer' | 'secrets' | 'sources'>

interface Counting {
  /** How many a run would read. */
  records: number
  trigger: Trigger
  source: Source
  /** No one waits any more. */
  signal?: AbortSignal | undefined
}

/** The first records that a run would read, as far as they are compared. */
interface First {
  /** How many of them it counts: also those named that the action does not work on. */
  counted: number
  changed: number
  /** The ids of those with an image. */
  made: ReadonlySet<string>
}

/** The records with these ids that the action works on, by as few requests as may be. */
async function* readRecords(
  { source, listing: { table, viewId, fieldIds, passes } }: Watched,
  ids: readonly string[],
): AsyncGenerator<{ ids: readonly string[]; records: SourceRecord[] }> {
  const { max, perRequest = max } = source.capabilities.getMany
  const size = Math.min(perRequest, MAX_BATCH)
  for (let from = 0; from < Math.min(ids.length, size * MAX_READS); from += size) {
    const some = ids.slice(from, from + size)
    const read = await source.getRecords(table, some, { fieldIds, ...(viewId !== null && { viewId }) })
    yield { ids: some, records: read.filter(passes) }
  }
}

async function compareNamed(world: CountWorld, watched: Watched, named: readonly string[]): Promise<First> {
  const first = { counted: 0, changed: 0, made: new Set<string>() }
  for await (const { ids, records } of readRecords(watched, named)) {
    const { changed, made } = await compareRecords(world, watched, records)
    first.counted += ids.length
    first.changed += changed.size
    for (const id of made) first.made.add(id)
  }
  return first
}

/** The first page of the view, as far as it has one that the filter lets through. */
async function comparePage(world: CountWorld, watched: Watched, { trigger, signal }: Counting): Promise<First> {
  const { source, listing } = watched
  const { table, viewId, fieldIds, passes } = listing
  for await (const page of source.pages(table, { viewId, fieldIds, ...(signal && { signal }) })) {
    const records = page.records.filter(passes).slice(0, trigger.limit ?? undefined)
    const { changed, made } = await compareRecords(world, watched, records)
    return { counted: records.length, changed: changed.size, made }
  }
  return { counted: 0, changed: 0, made: new Set() }
}

/**
 * Of the records with images that are not among the first ones: which share the action still works on, and which share of
 * these has changed. They are from all over the table: edited records are often adjacent, and a limited run renders
 * the first ones.
 */
async function sampleOthers(
  world: CountWorld,
  watched: Watched,
  { made, keys }: { made: ReadonlySet<string>; keys: readonly string[] },
): Promise<{ found: number; edited: number }> {
  const size = MAX_BATCH + made.size
  const sample = await world.data.outputs.sampleRecords(watched.action.id, { keys, size, mostRows: MAX_ROWS })
  const others = sample.filter((id) => !made.has(id)).slice(0, MAX_BATCH)
  let [asked, found, edited] = [0, 0, 0]
  for await (const { ids, records } of readRecords(watched, others)) {
    asked += ids.length
    found += records.length
    edited += (await compareRecords(world, watched, records)).changed.size
  }
  return { found: asked === 0 ? 0 : found / asked, edited: found === 0 ? 0 : edited / found }
}

/**
 * How many of the records a run would render. The first ones are compared with their images; of the others, those are new
 * that no image is left for, and as many of the rest have changed as of a sample.
 * @throws AppError when the table cannot be read
 */
export async function countChanged(world: CountWorld, action: Action, counting: Counting): Promise<number> {
  const { records, trigger, source, signal } = counting
  if (trigger.force || records === 0) return records
  signal?.throwIfAborted()
  const keys = outputsOf(action).map(({ key }) => key)
  const { count, isAll } = await world.data.outputs.countRecords(action.id, {
    keys,
    templateId: null,
    mostRows: MAX_ROWS,
  })
  if (count === 0) return records
  const watched = await openWatched(world, action.id, source)
  signal?.throwIfAborted()
  const named = trigger.recordIds && [...new Set(trigger.recordIds)].slice(0, trigger.limit ?? undefined)
  const first = named ? await compareNamed(world, watched, named) : await comparePage(world, watched, counting)
  const rest = Math.max(0, records - first.counted)
  if (rest === 0) return Math.min(records, first.changed)
  if (named) return Math.round((records * first.changed) / first.counted)
  signal?.throwIfAborted()
  const { found, edited } = await sampleOthers(world, watched, { made: first.made, keys })
  // Of more images than are counted, those of deleted records are not known.
  const madeRest = isAll ? Math.min(rest, Math.round(Math.max(0, count - first.made.size) * found)) : rest
  return Math.min(records, first.changed + (rest - madeRest) + Math.round(madeRest * edited))
}
