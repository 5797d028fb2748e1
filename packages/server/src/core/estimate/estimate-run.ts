import type { Failure } from '@pictable/model/failure'
import type { WriteCheck } from '@pictable/model/write-check'
import type { Action } from '#core/action/action.ts'
import { unfilledNow } from '#core/action/action-warnings.ts'
import { attachmentWay, type PublicAddress } from '#core/action/attachment-way.ts'
import { openSource, rememberSchema } from '#core/connection/open-source.ts'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { designsOf } from '#core/output/designs-of.ts'
import { fieldsWrittenBy, outputsOf, templateIdsOf } from '#core/output/outputs-of.ts'
import type { Capabilities, Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { checkWriteBack, whyNotWritten } from '#core/run/check-write-back.ts'
import type { Run, Trigger } from '#core/run/run.ts'
import { notPublished } from '#core/template/not-published.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { countChanged } from './changed-count.ts'
import { countRecords, type RecordCount } from './count-records.ts'
import { countLinkedCalls } from './linked-calls.ts'
import { type RunCost, runCost, type Seconds } from './run-cost.ts'

/** Requests to the table's API. */
export interface CallEstimate {
  read: number
  write: number
  upload: number
}

/** What the plan of the connection allows, in requests of this calendar month (UTC). */
export interface Budget {
  perMonth: number
  usedThisMonth: number
  remaining: number
}

export interface Estimate {
  /** null when nobody can know without reading the table. */
  records: number | null
  /** For people: why `records` is null. */
  note: string | null
  /** If every record has changed. */
  calls: CallEstimate
  /** Of `calls`, those that are made whatever has changed. */
  certainCalls: number
  /** How many of the records would be rendered; null when their number is not known. */
  changed: number | null
  /** At the pace of earlier runs and within the table's limit of requests; null when neither is known, or the number of records. */
  seconds: Seconds | null
  /** null where the connection has no bound. */
  budget: Budget | null
  /** Why a run would be refused now; null when it would start. */
  error: Failure | null
  /** What the table says of writing into it: now where it was asked, else the last time. */
  writeCheck: WriteCheck | null
  /** Names in the templates that nothing fills, each with what to do. */
  warnings: readonly string[]
}

export type EstimateWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'renderer' | 'secrets' | 'sources'> &
  PublicAddress

const notYet = 'The number of records is known after the first run.'

/** As many as the trigger asks for of those that there are. */
function within({ limit }: Trigger, { records, atLeast, note }: RecordCount): Pick<Estimate, 'records' | 'note'> {
  if (limit !== null && atLeast >= limit) return { records: limit, note: null }
  return { records, note }
}

function withoutLooking({ recordIds }: Trigger, last: Run | undefined): RecordCount {
  const records = recordIds === null ? (last?.total ?? null) : new Set(recordIds).size
  return { records, atLeast: records ?? 0, note: records === null ? notYet : null }
}

function callsOf(
  action: Action,
  {
    records,
    changed,
    linkedCalls,
    capabilities,
    trigger,
  }: { records: number; changed: number; linkedCalls: number; capabilities: Capabilities; trigger: Trigger },
  world: PublicAddress,
): CallEstimate {
  const { page, getMany, write } = capabilities
  const { max, perRequest = max } = getMany
  const { viewId, writeBack } = action
  // listing the fields; the name of the table when all of it is read; the views when one is set
  const isWriting = write !== null && fieldsWrittenBy(action).length > 0
  const schema =
    1 + (trigger.recordIds === null ? 1 : 0) + (viewId === null ? 0 : 1) + (isWriting ? write.checkCalls : 0)
  const pages = Math.max(1, Math.ceil(records / (trigger.recordIds === null ? page.max : perRequest)))
  const read = schema + pages + linkedCalls
  if (write === null) return { read, write: 0, upload: 0 }
  const outputs = outputsOf(action)
  const files = outputs.filter(({ cells }) => cells.attachment !== undefined).length
  const byBytes = files > 0 && 'maxBytes' in attachmentWay(capabilities, world)
  const { status, error, renderedAt } = writeBack ?? {}
  const cells = [status, error, renderedAt, ...outputs.map((output) => output.cells.url)]
  const hasCells = cells.some((cell) => cell !== undefined) || (files > 0 && !byBytes)
  return { read, write: hasCells ? Math.ceil(changed / write.batchMax) : 0, upload: byBytes ? changed * files : 0 }
}

export const totalOf = ({ read, write, upload }: CallEstimate): number => read + write + upload

interface Amount {
  records: number
  changed: number
  /** Seconds that the table's limit of requests asks for; null without one. */
  paced: number | null
}

function secondsOf({ start, rendered, unchanged }: RunCost, { records, changed, paced }: Amount): Seconds | null {
  if (rendered === null && changed > 0) return paced === null ? null : { from: paced, likely: paced, to: paced }
  const idle = (records - changed) * unchanged
  const total = (each: number) => Math.max(start + idle + changed * each, paced ?? 0)
  const { from, likely, to } = rendered ?? { from: 0, likely: 0, to: 0 }
  return { from: total(from), likely: total(likely), to: total(to) }
}

/** null where the connection has no bound. */
export async function budgetOf({ clock, data }: EstimateWorld, connectionId: string): Promise<Budget | null> {
  const perMonth = (await data.connections.get(connectionId))?.settings.calls_per_month
  if (typeof perMonth !== 'number') return null
  const { thisMonth: usedThisMonth } = await data.callCounts.get(connectionId, clock.now())
  return { perMonth, usedThisMonth, remaining: Math.max(0, perMonth - usedThisMonth) }
}

type Looked = Pick<Estimate, 'error' | 'warnings' | 'writeCheck'>

/** Why a run would fail at the table, such as a field that is gone or cannot be written, and what nothing in it fills. */
async function lookAtTable(
  world: EstimateWorld,
  {
    source,
    action,
    designs,
    signal,
  }: { source: Source; action: Action; designs: readonly TemplateDesign[]; signal?: AbortSignal | undefined },
): Promise<Looked> {
  try {
    const warnings = await unfilledNow(world, action, { source, designs })
    signal?.throwIfAborted()
    const writeCheck = await checkWriteBack(world, { source, action, signal })
    await world.data.actions.noteWriteCheck(action, writeCheck)
    return { error: whyNotWritten(action, writeCheck), warnings, writeCheck }
  } catch (error) {
    if (!(error instanceof AppError) || !isOfAction.has(error.code)) throw error
    const { code, message } = error
    return { error: { code, message }, warnings: action.unfilled, writeCheck: action.writeCheck }
  }
}

const isOfAction: ReadonlySet<string> = new Set<ErrorCode>(['source_server', 'source_not_found', 'source_invalid'])

/**
 * What a run would take, from the last completed ones of the action; starts nothing. It asks the table nothing either,
 * unless it is to `look`: then what can be counted is. @throws AppError `source_…` when it looks
 */
export async function estimateRun(
  world: EstimateWorld,
  actionId: string,
  { signal, ...trigger }: Trigger & { look?: boolean; signal?: AbortSignal },
): Promise<Estimate> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const source = rememberSchema(await openSource(world, action.connectionId))
  const templates = await Promise.all(
    templateIdsOf(outputsOf(action)).map(async (id) => found(await world.data.templates.get(id), 'template', id)),
  )
  const unpublished = templates.find(({ publishedVersion }) => publishedVersion === null)
  const { capabilities } = source
  const { results } = await world.data.runs.list({ actionId, state: 'completed', limit: 20 })
  const whole = results.find((run) => run.recordIds === null && run.limit === null)
  const designs = await designsOf(world, action)
  const untouched: Looked = { error: null, warnings: action.unfilled, writeCheck: action.writeCheck }
  const {
    error: problem,
    warnings,
    writeCheck,
  } = trigger.look ? await lookAtTable(world, { source, action, designs, signal }) : untouched
  const looks = trigger.look === true && trigger.recordIds === null && problem === null
  const count = looks
    ? await countRecords(source, action, { known: whole?.total, now: world.clock.now(), signal })
    : withoutLooking(trigger, whole)
  const { records, note } = within(trigger, count)
  const canLook = trigger.look === true && problem === null
  const counting = { source, records: records ?? 0, looks: canLook, designs, now: world.clock.now(), signal }
  const linkedCalls = await countLinkedCalls(action, counting)
  const of = { records: records ?? 0, linkedCalls, capabilities, trigger }
  const calls = callsOf(action, { ...of, changed: of.records }, world)
  const canRun = unpublished === undefined && problem === null
  const changed = trigger.look && canRun ? await countChanged(world, action, { ...of, source, signal }) : of.records
  const { perSecond } = capabilities
  const paced = (count: number) =>
    perSecond === undefined ? null : totalOf(callsOf(action, { ...of, changed: count }, world)) / perSecond
  const seconds =
    records === null ? null : secondsOf(await runCost(world, results), { records, changed, paced: paced(changed) })
  const isAllNew = trigger.force || results.length === 0
  return {
    records,
    note,
    calls,
    certainCalls: isAllNew ? totalOf(calls) : calls.read,
    changed: records === null ? null : changed,
    seconds,
    budget: await budgetOf(world, action.connectionId),
    error: unpublished === undefined ? problem : notPublished(unpublished),
    warnings,
    writeCheck,
  }
}
