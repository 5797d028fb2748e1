import { checkEvents } from './check-events.ts'
import { checkRecords } from './check-records.ts'
import { type Asked, type Call, isDone, type Log, type Run } from './log.ts'

/** States of a run in the order in which it goes through them: an end is never left. */
const ranks: Readonly<Record<Run['state'], number>> = { waiting: 0, active: 1, completed: 2, failed: 2, cancelled: 2 }

/** What only ever grows while a run goes on. */
const growing = ['total', 'rendered', 'skipped', 'failed', 'cancelled'] as const

const hasEnded = ({ state }: Run) => ranks[state] === 2

const sumOf = ({ rendered, skipped, failed, cancelled, pending }: Run) =>
  rendered + skipped + failed + cancelled + pending

/** Each run as it was seen, with the time of the call that saw it. */
function* sightingsOf({ calls, ending }: Log): Generator<{ run: Run; beganMs: number; endedMs: number }> {
  for (const { run, runs = [], beganMs, endedMs } of calls)
    for (const seen of run === undefined ? runs : [run]) yield { run: seen, beganMs, endedMs }
  const atTheEnd = { beganMs: Number.POSITIVE_INFINITY, endedMs: Number.POSITIVE_INFINITY }
  for (const { run } of ending?.runs ?? []) yield { run, ...atTheEnd }
}

/** Between a look at a run and a later one. */
function* checkStep(before: Run, run: Run): Generator<string> {
  const { id } = run
  const mayChange = !hasEnded(before)
  if (ranks[run.state] < ranks[before.state] || !(mayChange || run.state === before.state))
    yield `${id} was ${before.state}, then ${run.state}`
  for (const count of growing)
    if (run[count] < before[count] || !(mayChange || run[count] === before[count]))
      yield `${id} had ${before[count]} ${count}, then ${run[count]}`
}

function* checkStates(log: Log): Generator<string> {
  const byRun = Map.groupBy(sightingsOf(log), ({ run }) => run.id)
  for (const seen of byRun.values())
    for (const before of seen)
      for (const { run, beganMs } of seen)
        if (beganMs >= before.endedMs && run !== before.run) yield* checkStep(before.run, run)
}

function* checkCounts(log: Log): Generator<string> {
  for (const { run } of sightingsOf(log)) {
    if (sumOf(run) !== run.total) yield `${run.id}: ${run.total} records in all, ${sumOf(run)} when counted by state`
    if (hasEnded(run) && run.pending !== 0) yield `${run.id} is ${run.state} with ${run.pending} pending records`
    if (hasEnded(run) !== (run.finished_at !== null)) yield `${run.id} is ${run.state}, finished at ${run.finished_at}`
    if (run.state === 'failed') yield `${run.id} failed as a whole: ${run.error?.message}`
  }
}

function* checkOpenRuns({ calls }: Log): Generator<string> {
  for (const { runs = [] } of calls)
    for (const state of ['active', 'waiting'] as const) {
      const open = runs.filter((run) => run.state === state)
      if (open.length > 1) yield `${open.map(({ id }) => id).join(' and ')} are ${state} at the same time`
    }
}

const contractKeys = ['action_title', 'base_id', 'status', 'table_name', 'view_name']

/** Whether the status fits the runs that were there when it was asked for. */
function* checkAgainstRuns({ status, beganMs, endedMs }: Looked, runs: readonly Run[]): Generator<string> {
  const active = runs.flatMap(({ activated_at: from, finished_at: to }) =>
    from === null ? [] : [{ fromMs: Date.parse(from), toMs: Date.parse(to ?? '9999-01-01') }],
  )
  if (status === null && active.some(({ fromMs, toMs }) => fromMs < beganMs && toMs > endedMs))
    yield 'the status was null while a run was active'
  if (status !== null && !active.some(({ fromMs, toMs }) => fromMs <= endedMs && toMs >= beganMs))
    yield `the status was ${status} while no run was active`
}

interface Looked {
  status: unknown
  beganMs: number
  endedMs: number
}

function* checkStatus({ calls, ending }: Log): Generator<string> {
  for (const { asked, tablesource, beganMs, endedMs } of calls) {
    if (tablesource === undefined) continue
    const { status } = tablesource
    if (`${Object.keys(tablesource).sort()}` !== `${contractKeys}`)
      yield `a status has the keys ${Object.keys(tablesource)}`
    if (asked.kind === 'trigger' && status !== 'Starting') yield `a trigger was answered with ${status}`
    if (status !== null && status !== 'Starting' && status !== 'Started') yield `the status was ${status}`
    // The runs of an action that was deleted are not known any more.
    if (asked.kind !== 'status' || ending?.hasAction !== true) continue
    yield* checkAgainstRuns(
      { status, beganMs, endedMs },
      ending.runs.map(({ run }) => run),
    )
  }
}

const starts = new Set<Asked['kind']>(['trigger', 'retryFailed', 'runRest'])

/** What was acknowledged is there, and nothing else is. */
function* checkAccepted({ calls, ending }: Log): Generator<string> {
  if (ending === null) return
  const there = new Map(ending.runs.map(({ run }) => [run.id, run]))
  const accepted = new Set(calls.flatMap(({ runId }) => runId ?? []))
  for (const id of accepted) if (ending.hasAction && !there.has(id)) yield `${id} was acknowledged, and is gone`
  const unanswered = calls.filter(({ asked, status }) => starts.has(asked.kind) && status === null)
  const unasked = [...there.keys()].filter((id) => !accepted.has(id))
  if (unasked.length > unanswered.length) yield `no one asked for one of ${unasked}`
  for (const call of calls) {
    const cancelled = call.asked.kind === 'cancel' && isDone(call) ? there.get(call.asked.runId) : undefined
    if (cancelled !== undefined && cancelled.state !== 'cancelled')
      yield `${cancelled.id} was cancelled, and is ${cancelled.state}`
  }
}

/** What a call is about; null for what is about nothing that can be deleted. */
function subjectOf({ asked, run }: Call): string | null {
  if (asked.kind === 'deleteRow' || asked.kind === 'editRow') return asked.rowId
  if (asked.kind === 'deleteImage') return asked.imageId
  if (asked.kind === 'addRow' || asked.kind === 'saveTemplate' || asked.kind === 'list') return null
  return run === undefined && 'runId' in asked ? asked.runId : 'action'
}

/** What was deleted, or was not there, is never there again. */
function* checkDeleted({ calls, ending }: Log): Generator<string> {
  const deletes = new Set<Asked['kind']>(['deleteRow', 'deleteImage', 'deleteAction'])
  const lasting = new Map<string, boolean>([
    ['action', ending?.hasAction ?? false],
    ...(ending?.rows ?? []).map(({ id }) => [id, true] as const),
    ...(ending?.images ?? []).map(({ id }) => [id, true] as const),
  ])
  for (const call of calls) {
    const id = subjectOf(call)
    if (id === null || !(call.status === 404 || (deletes.has(call.asked.kind) && isDone(call)))) continue
    if (lasting.get(id) === true) yield `${id} was deleted, and is there`
    const later = calls.filter(({ beganMs }) => beganMs >= call.endedMs)
    for (const one of later) if (subjectOf(one) === id && isDone(one)) yield `${id} was deleted, then ${one.asked.kind}`
  }
}

const expected = new Set([200, 201, 404, 409])

/** Of two that save the same at the same time, one may be told so. */
function isOvertaken(call: Call, calls: readonly Call[]): boolean {
  const { asked, beganMs, endedMs } = call
  const others = calls.filter((one) => one !== call && one.asked.kind === asked.kind)
  const isSaving = asked.kind === 'editAction' || asked.kind === 'saveTemplate'
  return isSaving && others.some((one) => one.beganMs < endedMs && one.endedMs > beganMs)
}

function* checkAnswers({ calls }: Log): Generator<string> {
  for (const call of calls) {
    const { asked, status } = call
    if (status === null || expected.has(status) || (status === 412 && isOvertaken(call, calls))) continue
    yield `${asked.kind} was answered with ${status}`
  }
}

/** Holds a log against the model of a run's life. @returns each violation, in words */
export function check(log: Log): string[] {
  const rules = [
    checkAnswers,
    checkStates,
    checkCounts,
    checkOpenRuns,
    checkStatus,
    checkAccepted,
    checkDeleted,
    checkRecords,
    checkEvents,
  ]
  const stuck = log.ending === null ? ['something is still under way'] : []
  return [...stuck, ...new Set(rules.flatMap((rule) => [...rule(log)]))]
}
