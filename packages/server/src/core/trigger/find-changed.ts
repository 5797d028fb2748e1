import type { Action } from '#core/action/action.ts'
import { openSource } from '#core/connection/open-source.ts'
import type { RecordModification } from '#core/output/exception.ts'
import { type OpenedOutput, openOutput } from '#core/output/open-output.ts'
import { type ActionOutput, fieldsWrittenBy, imageFields, outputsOf, templateIdsOf } from '#core/output/outputs-of.ts'
import { keyInUrl } from '#core/output/stable-url.ts'
import { outcomeFields } from '#core/output/unwritten-fields.ts'
import type { Output } from '#core/ports/data/runs.ts'
import type { Data } from '#core/ports/data.ts'
import type { Page, Source, SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { findListing, type Listing, withOwn } from '#core/run/find-listing.ts'
import { bindLinked } from '#core/run/linked-rows.ts'
import type { Fields } from '#core/run/map-record.ts'
import { keyOf } from '#core/run/own-fields.ts'
import { justBefore, knownOf, noteThere } from '#core/run/tracks-deleted.ts'
import { pinVersions } from '#core/template/pin-versions.ts'

/** What an action reads, as its table is now. */
export interface Watched {
  action: Action
  source: Source
  listing: Listing
  /** Fields whose changes count: never our own output. */
  watchedIds: string[]
  /** Whether the action writes into some of them, such as its status, or some are worked out from what it writes. */
  writesInto: boolean
  /** Of each output, what it would be made of. */
  outputs: readonly Pick<OpenedOutput, 'key' | 'drawingOf'>[]
}

/** By `opened`, where the source of the action is open already. @throws AppError when the action cannot run, or its table cannot be read */
export async function openWatched(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'renderer' | 'secrets' | 'sources'>,
  actionId: string,
  opened?: Source,
): Promise<Watched> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const all = outputsOf(action)
  const pinned = await pinVersions(world.data, templateIdsOf(all))
  const fonts = await world.data.fonts.all()
  const versionOf = (templateId: string) => world.data.templates.getVersion(templateId, pinned[templateId] ?? 0)
  const watched = async (output: ActionOutput) =>
    found(await openOutput(world, output, { fonts, versionOf }), 'template version', output.templateId)
  const outputs = await Promise.all(all.map(watched))
  const source = opened ?? (await openSource(world, action.connectionId))
  const names = outputs.flatMap((output) => [...output.names])
  const designs = outputs.flatMap((output) => output.designs)
  const listing = await findListing(source, action, { names, designs, now: world.clock.now() })
  const ours = new Set(imageFields(outputsOf(listing.action)).map(({ id }) => id))
  const watchedIds = listing.fieldIds.filter((id) => !ours.has(id))
  const written = new Set(fieldsWrittenBy(listing.action).map(({ id }) => id))
  const isOfOurs = (id: string) => written.has(id) || listing.computedIds.has(id)
  const writesInto = written.size > 0 && (watchedIds.length === 0 || watchedIds.some(isOfOurs))
  return { action, source, listing, watchedIds, writesInto, outputs }
}

/** As text, to be compared. */
const heldBy = (state: ReturnType<typeof stateOf>, slug: string | null) =>
  [...state.map(({ fingerprint }) => fingerprint), ...(slug ? [slug] : [])].join(' ')

/** The key of a record in stable URLs; null where the action has none. */
function slugOf(
  { digest }: Pick<World, 'digest'>,
  { stableUrls }: Action,
  { id, fields }: { id: string; fields: Fields },
): string | null {
  return stableUrls && keyInUrl({ digest }, stableUrls, keyOf(stableUrls, id, fields) ?? '')
}

/** What a record would be made of now. */
function stateOf(
  outputs: Watched['outputs'],
  fields: Fields,
  exceptions: readonly RecordModification[] | undefined,
): { key: string; fingerprint: string }[] {
  return outputs.map(({ key, drawingOf }) => ({
    key,
    fingerprint: drawingOf(fields).fingerprintOf(fields, exceptions),
  }))
}

export interface Compared {
  /** What those records hold now that a run would render, by id. */
  changed: Map<string, string>
  /** The ids of those that have an image. */
  made: ReadonlySet<string>
}

/** Compares records that were read, and that the filter lets through, with their images. */
export async function compareRecords(
  { data, digest }: Pick<World, 'data' | 'digest'>,
  { action, source, listing, outputs }: Pick<Watched, 'action' | 'source' | 'listing' | 'outputs'>,
  records: readonly SourceRecord[],
): Promise<Compared> {
  const outcomes = outcomeFields(listing.action)
  // Its cells tell of a later failure: should the record become again what it was, they are to be written.
  const tellsFailure = ({ writtenTo }: Output) => writtenTo !== null && outcomes.some((id) => !writtenTo.includes(id))
  const changed = new Map<string, string>()
  const ids = records.map(({ id }) => id)
  const keys = outputs.map(({ key }) => key)
  const { stableUrls } = action
  const made = await data.outputs.find(action.id, ids, keys)
  const exceptions = action.hasExceptions ? await data.exceptions.find(action.id, ids) : null
  const slugs = stableUrls && (await data.recordKeys.slugs(action.id, ids))
  const bound = await bindLinked(source, withOwn(listing), records)
  for (const [at, record] of records.entries()) {
    const { id } = record
    const [fields, known] = [bound[at] ?? {}, made.get(id)]
    const now = stateOf(outputs, fields, exceptions?.get(id)?.modifications)
    const isMade = now.every(({ key, fingerprint }) => {
      const before = known?.get(key)
      return before?.fingerprint === fingerprint && !tellsFailure(before)
    })
    const slug = slugOf({ digest }, action, { id, fields })
    const isKeyed = slug === null || known === undefined || slugs?.get(id) === slug
    if (isMade && isKeyed && listing.emptied(record).length === 0) continue
    changed.set(id, heldBy(now, slug))
  }
  return { changed, made: new Set(made.keys()) }
}

interface Search {
  /** Only among these; absent = in the whole view. */
  recordIds?: readonly string[] | null
  signal: AbortSignal
}

/** The records of the view, or those of it that are named. */
async function* pagesOf(
  { source, listing }: Pick<Watched, 'source' | 'listing'>,
  { recordIds = null, signal }: Search,
): AsyncIterable<Pick<Page, 'records'>> {
  const { table, viewId, fieldIds } = listing
  if (recordIds === null) return yield* source.pages(table, { viewId, fieldIds, signal })
  const { max } = source.capabilities.getMany
  for (let from = 0; from < recordIds.length; from += max) {
    signal.throwIfAborted()
    const ids = recordIds.slice(from, from + max)
    yield { records: await source.getRecords(table, ids, { fieldIds, ...(viewId !== null && { viewId }) }) }
  }
}

/**
 * Reads the view and finds the records that a run would render, or whose key is another one than its stable URLs have: what
 * they hold now, by id.
 */
export async function findChanged(
  world: Pick<World, 'clock' | 'data' | 'digest'>,
  watched: Watched,
  search: Search,
): Promise<Map<string, string>> {
  const { clock, data } = world
  const { action, listing } = watched
  const changed = new Map<string, string>()
  const startedAt = clock.now()
  const seen = action.deletedRecords === 'keep' ? null : new Set<string>()
  for await (const { records } of pagesOf(watched, search)) {
    const ids = records.map(({ id }) => id)
    for (const id of ids) seen?.add(id)
    const passing = records.filter(listing.passes)
    if (seen !== null) await noteThere(data, action, { there: ids, inside: passing, at: startedAt })
    for (const [id, held] of (await compareRecords(world, watched, passing)).changed) changed.set(id, held)
  }
  if (seen !== null) await noteUnseen(data, action, { seen, startedAt, recordIds: search.recordIds ?? null })
  return changed
}

/** The records with images: those among the named ones, or all. */
async function* knownRecords(data: Data, action: Action, recordIds: readonly string[] | null): AsyncIterable<string[]> {
  if (recordIds !== null) return yield await data.deletedRecords.knownAmong(knownOf(action), recordIds)
  const known = { ...knownOf(action), limit: 1000 }
  for (let after: string | undefined = ''; after !== undefined; ) {
    const ids: string[] = await data.deletedRecords.known({ ...known, after })
    yield ids
    after = ids.length < known.limit ? undefined : ids.at(-1)
  }
}

/** Has the table asked for records with images that were looked for and not seen. */
async function noteUnseen(
  data: Data,
  action: Action,
  { seen, startedAt, recordIds }: { seen: ReadonlySet<string>; startedAt: Date; recordIds: readonly string[] | null },
): Promise<void> {
  let hasUnseen = false
  for await (const ids of knownRecords(data, action, recordIds)) {
    const unseen = ids.filter((id) => !seen.has(id))
    if ((await data.deletedRecords.add(action.id, unseen, justBefore(startedAt))) > 0) hasUnseen = true
  }
  if (recordIds === null) await data.deletedRecords.noteListed(action.id, startedAt)
  if (hasUnseen) await data.queue.send('find-deleted', [{ actionId: action.id }])
}
