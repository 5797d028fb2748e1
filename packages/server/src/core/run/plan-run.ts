import type { Failure } from '@pictable/model/failure'
import { variablesOf } from '@pictable/renderer/template'
import type { Action } from '#core/action/action.ts'
import { unfilledIn } from '#core/action/resolve-mapping.ts'
import { chanceOf } from '#core/chance.ts'
import { openSource } from '#core/connection/open-source.ts'
import { AppError } from '#core/errors.ts'
import { type ActionOutput, outputsOf, templateIdsOf } from '#core/output/outputs-of.ts'
import type { PlannedRecord } from '#core/ports/data/runs.ts'
import type { Data } from '#core/ports/data.ts'
import type { Jobs } from '#core/ports/queue.ts'
import type { Source, SourceRecord } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { fieldNamesIn } from '#core/webhook/placeholders.ts'
import { tellOfRun } from '#core/webhook/tell-of-run.ts'
import { attempt, type Retrier, waitToRetry } from './attempt.ts'
import { checkWriteBack, refuseUnwritable } from './check-write-back.ts'
import { sendChunks } from './chunks-of.ts'
import { findListing, hasMoved, type Listing, withOwn } from './find-listing.ts'
import { failRun, finishRun } from './finish-run.ts'
import { bindLinked } from './linked-rows.ts'
import { labelOf } from './map-record.ts'
import { noteHeld, noteWait } from './note-wait.ts'
import { versionOf, whyNotOpened } from './open-chunk.ts'
import { type EndedRecord, planEnded } from './plan-ended.ts'
import { readNamed } from './read-named.ts'
import type { BareRun, Run } from './run.ts'
import { justBefore, knownOf, noteThere, tracksDeleted } from './tracks-deleted.ts'
import { isWorthWaiting } from './worth-waiting.ts'

export type PlanWorld = Pick<
  World,
  'clock' | 'data' | 'digest' | 'log' | 'metrics' | 'newId' | 'publicUrl' | 'random' | 'secrets' | 'sources'
>

const namedAtOnce = 100
const mostInOneTransaction = 1000

export interface Planning extends Retrier {
  world: PlanWorld
  source: Source
  listing: Listing
  version: TemplateVersion
  run: BareRun
  /** Pages count from the start of the view, and a record that is written may leave it: work begins once all are listed. */
  isHeldUntilListed: boolean
}

async function addRecords(
  data: Data,
  { run, isHeldUntilListed }: Pick<Planning, 'run' | 'isHeldUntilListed'>,
  page: { records: PlannedRecord[]; cursor: string | null; at: Date },
): Promise<number> {
  const { fromN, toN } = await data.runs.addPage(run.id, page)
  if (!isHeldUntilListed) await sendChunks(data, run.id, { fromN, toN })
  return toN - fromN
}

/** Has the table asked for named records that were deleted since they had an image. What is kept waits for a run of the whole view. */
async function noteMissing(
  data: Data,
  action: Action,
  { run, ended }: { run: Pick<Run, 'createdAt'>; ended: readonly EndedRecord[] },
): Promise<void> {
  const named = ended.filter(({ reason }) => reason.code === 'record_deleted').map(({ id }) => id)
  if (named.length === 0 || action.deletedRecords === 'keep') return
  // A retry may name records of another table that the action had.
  const gone = await data.deletedRecords.knownAmong(knownOf(action), named)
  if (gone.length === 0) return
  const at = justBefore(run.createdAt)
  await data.deletedRecords.setState(action.id, gone, { from: 'outside', state: 'candidate', at })
  await data.deletedRecords.add(action.id, gone, at)
  await data.queue.send('find-deleted', [{ actionId: action.id }])
}

interface ReadPage {
  records: readonly SourceRecord[]
  ended?: readonly EndedRecord[]
  /** All that the table has, also those that the action does not work on. */
  there: readonly string[]
  cursor: string | null
}

/**
 * Adds a page of records with its jobs, up to the limit of the run.
 * @returns how many were new, and whether there is reason to read on
 */
async function addPage(planning: Planning, page: ReadPage): Promise<{ added: number; goOn: boolean }> {
  const { world, listing, version, run } = planning
  const bound = await attempt(() => bindLinked(planning.source, withOwn(listing), page.records), planning)
  const records = page.records.map((record, at) => ({
    id: record.id,
    fields: bound[at] ?? {},
    label: labelOf(record, listing.primary),
    emptied: listing.emptied(record),
  }))
  let from = 0
  let added = 0
  for (;;) {
    const at = world.clock.now()
    const step = await world.data.transaction(async (data) => {
      const current = await data.runs.lock(run.id)
      if (current?.state !== 'active') return null
      const room = run.limit === null ? mostInOneTransaction : Math.min(run.limit - current.total, mostInOneTransaction)
      const next = records.slice(from, from + Math.max(room, 0))
      const isLast = from + next.length === records.length
      const cursor = isLast ? page.cursor : current.cursor
      const news = await addRecords(data, planning, { records: next, cursor, at })
      const ended = isLast ? (page.ended ?? []).slice(0, room - news) : []
      if (from === 0 && tracksDeleted(listing.action))
        await noteThere(data, listing.action, { there: page.there, inside: page.records, at })
      await noteMissing(data, listing.action, { run, ended })
      const others = await planEnded(world, data, { run, action: listing.action, version, records: ended, at })
      if (current.startedAt === null) await tellOfRun(world, data, { run, event: 'run.started', at })
      return { taken: next.length, added: news + others, total: current.total + news + others }
    })
    if (step === null) return { added, goOn: false }
    from += step.taken
    added += step.added
    if (run.limit !== null && step.total >= run.limit) return { added, goOn: false }
    if (from === records.length) return { added, goOn: true }
  }
}

/** Behind a cursor that leads nowhere any more nothing can be read: from the start, what is known already is ignored. */
function cursorAfter(error: unknown, cursor: string | null): string | null {
  return error instanceof AppError && error.code === 'source_cursor_expired' ? null : cursor
}

/** @returns whether every record was listed */
async function listAll(planning: Planning): Promise<boolean> {
  const { source, listing, run, signal } = planning
  const { viewId, fieldIds, table } = listing
  const isResumable = source.capabilities.page.cursor !== 'expiring'
  let cursor = isResumable ? run.cursor : null
  for (let failures = 1; ; failures++) {
    try {
      for await (const page of source.pages(table, { viewId, fieldIds, cursor, signal })) {
        const next = isResumable ? page.cursor : null
        const there = page.records.map(({ id }) => id)
        const records = page.records.filter(listing.passes)
        const { added, goOn } = await addPage(planning, { records, there, cursor: next })
        if (!goOn) return false
        cursor = next
        if (added > 0) failures = 1
      }
      return true
    } catch (error) {
      cursor = cursorAfter(error, cursor)
      if (!(await waitToRetry(error, failures, planning))) throw error
    }
  }
}

/** Of the records that were read by their ids, all that the table has. */
function thereOf({ records, ended }: Pick<Required<ReadPage>, 'records' | 'ended'>): string[] {
  const isThere = ({ reason }: EndedRecord) => reason.code === 'left_view' || reason.code === 'filtered_out'
  return [...records, ...ended.filter(isThere)].map(({ id }) => id)
}

/** Reads the records that the trigger names, in its order. The cursor counts those already read. */
async function listNamed(planning: Planning): Promise<false> {
  const { world, source, run, signal } = planning
  const recordIds = [...new Set((await world.data.runs.get(run.id))?.recordIds)]
  const size = Math.max(1, Math.min(source.capabilities.getMany.max, namedAtOnce))
  for (let from = Number(run.cursor ?? 0); from < recordIds.length; from += size) {
    signal.throwIfAborted()
    const ids = recordIds.slice(from, from + size)
    const read = await readNamed(planning, ids)
    const { goOn } = await addPage(planning, { ...read, there: thereOf(read), cursor: String(from + ids.length) })
    if (!goOn) break
  }
  return false
}

/** Marks the listing as complete; also an empty one has then started. */
async function endPlan(world: PlanWorld, planning: Planning, isComplete: boolean): Promise<void> {
  const { isHeldUntilListed, listing } = planning
  const { id: runId, actionId } = planning.run
  await world.data.transaction(async (data) => {
    const run = await data.runs.lock(runId)
    if (run?.state !== 'active' || run.plannedAt !== null) return
    const at = world.clock.now()
    if (run.startedAt === null) {
      await data.runs.addPage(runId, { records: [], cursor: null, at })
      await tellOfRun(world, data, { run, event: 'run.started', at })
    }
    if (isHeldUntilListed) await sendChunks(data, run.id, { fromN: 0, toN: run.total })
    await data.runs.update(runId, { plannedAt: at })
    if (!isComplete) return
    if (listing.action.stableUrls !== null) await data.recordKeys.deleteUnlisted(actionId, runId)
    if (tracksDeleted(listing.action)) await data.queue.send('find-deleted', [{ actionId, listedBy: runId }])
  })
  await finishRun(world, runId)
}

/** Fields that only webhooks want. */
async function namesToTell(data: Data, { actionId, webhookIds }: BareRun): Promise<string[]> {
  const webhooks = await data.webhooks.matching({ actionId, events: ['image.created', 'image.failed'], webhookIds })
  return webhooks.flatMap(({ userDefined }) => fieldNamesIn(userDefined))
}

/** Of all templates of an output. */
async function versionsToPlan(data: Data, run: BareRun, output: ActionOutput): Promise<TemplateVersion[]> {
  const versions = templateIdsOf([output]).map(async (templateId) => {
    const version = await versionOf({ data }, run, { ...output, templateId })
    if (version !== null) return version
    const { code, message } = await whyNotOpened({ data }, run)
    throw new AppError(code, message)
  })
  return Promise.all(versions)
}

/** @throws AppError `write_back_impossible` when nothing that is rendered could be written */
async function checkWriting(
  world: PlanWorld,
  { source, saved, listing, signal }: { source: Source; saved: Action; listing: Listing; signal: AbortSignal },
) {
  const check = await checkWriteBack(world, { source, action: listing.action, signal })
  await world.data.actions.noteWriteCheck(saved, check)
  refuseUnwritable(listing.action, check)
}

/** Finds table, view and fields as they are today, and remembers where they moved. */
async function openPlanning(
  world: PlanWorld,
  run: BareRun,
  { isWriteChecked, signal }: { isWriteChecked: boolean; signal: AbortSignal },
): Promise<Planning> {
  const { data } = world
  const saved = found(await data.actions.get(run.actionId), 'action', run.actionId)
  const versions = (await Promise.all(outputsOf(saved).map((output) => versionsToPlan(data, run, output)))).flat()
  const source = await openSource(world, saved.connectionId, noteHeld(world, run.id))
  const [version] = versions
  if (version === undefined) throw new AppError('internal', `The action ${saved.id} has no output.`)
  const designs = versions.map(({ design }) => design)
  const bound = designs.flatMap((design) => variablesOf(design).map(({ name }) => name))
  const names = [...bound, ...(await namesToTell(world.data, run))]
  const options = { names, designs, now: run.createdAt, refreshName: run.isWhole }
  const retrier = { signal, chance: () => chanceOf(world.random) }
  const listing = await attempt(() => findListing(source, saved, options), retrier)
  if (!isWriteChecked && run.startedAt === null) await checkWriting(world, { source, saved, listing, signal })
  const unfilled = unfilledIn(designs, listing)
  if (hasMoved(saved, listing.action) || String(saved.unfilled) !== String(unfilled))
    await data.actions.update({ ...listing.action, unfilled })
  if (unfilled.length > 0) await data.runs.update(run.id, { notices: unfilled })
  const isHeldUntilListed = run.isWhole && listing.viewId !== null && source.capabilities.page.cursor === 'position'
  return { world, source, listing, version, run, isHeldUntilListed, ...retrier }
}

/** What a run that cannot be listed ends with; null when it is worth trying again later. */
function failureOf(error: unknown, run: Pick<Run, 'waitingFor'>, now: Date): Failure | null {
  if (!(error instanceof AppError))
    return {
      code: 'internal',
      message: 'An internal error occurred while the table was read. See the server log.',
    }
  if (isWorthWaiting(error, run, now)) return null
  return { code: error.code, message: error.message }
}

/**
 * Lists the records of a run, page after page, each with the jobs that work it off; never waits for these.
 * Goes on behind the last page after a crash. A table that cannot be read ends the run with the reason.
 */
export async function planRun(
  world: PlanWorld,
  { runId, isRecovered = false, isWriteChecked = false }: Jobs['plan-run'],
  signal: AbortSignal,
): Promise<void> {
  const run = await world.data.runs.getBare(runId)
  if (run?.state !== 'active') return
  if (run.plannedAt !== null) return finishRun(world, runId)
  if (run.startedAt === null) world.log.info({ run_id: runId, action_id: run.actionId }, 'A run has started')
  let planning: Planning
  let isComplete: boolean
  try {
    planning = await openPlanning(world, run, { isWriteChecked, signal })
    if (isRecovered && !planning.isHeldUntilListed) await sendChunks(world.data, run.id, { fromN: 0, toN: run.total })
    isComplete = await (run.isWhole ? listAll(planning) : listNamed(planning))
  } catch (error) {
    const failure = signal.aborted ? null : failureOf(error, run, world.clock.now())
    if (failure !== null) await failRun(world, runId, failure)
    if (failure !== null && error instanceof AppError) return
    if (error instanceof AppError) await noteWait(world, run, error)
    throw error
  }
  await endPlan(world, planning, isComplete)
}
