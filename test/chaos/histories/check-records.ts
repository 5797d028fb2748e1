import { type Call, type Ending, type Image, isBroken, isDone, type Log, type Run, type RunRecord } from './log.ts'

interface Edit {
  name: string
  beganMs: number
  endedMs: number
}

/** What the log says of the rows. */
interface Rows {
  /** By row, whatever gave it a name, in the order of the calls. */
  edits: ReadonlyMap<string, readonly Edit[]>
  /** Of rows that may have been added without an answer: no one knows their ids. */
  unanswered: readonly Edit[]
  /** Since when a row may be gone. */
  deletedFromMs: ReadonlyMap<string, number>
}

function rowsOf(calls: readonly Call[]): Rows {
  const edits = new Map<string, Edit[]>()
  const unanswered: Edit[] = []
  const deletedFromMs = new Map<string, number>()
  for (const { asked, rowId, status, beganMs, endedMs } of calls) {
    if (status !== null && status >= 300) continue
    const id = asked.kind === 'editRow' ? asked.rowId : rowId
    if ((asked.kind === 'editRow' || asked.kind === 'addRow') && id !== undefined)
      edits.set(id, [...(edits.get(id) ?? []), { name: asked.name, beganMs, endedMs }])
    if (asked.kind === 'addRow' && id === undefined) unanswered.push({ name: asked.name, beganMs, endedMs })
    if (asked.kind === 'deleteRow')
      deletedFromMs.set(asked.rowId, Math.min(beganMs, deletedFromMs.get(asked.rowId) ?? Number.POSITIVE_INFINITY))
  }
  return { edits, unanswered, deletedFromMs }
}

/** Between when a run can have read a row. */
function readingOf({ activated_at, finished_at }: Run): { fromMs: number; toMs: number } {
  return { fromMs: Date.parse(activated_at ?? ''), toMs: Date.parse(finished_at ?? '') }
}

/** The names that a row may have had when the run read it. */
function namesAt(rows: Rows, rowId: string, { fromMs, toMs }: { fromMs: number; toMs: number }): string[] {
  const all = rows.edits.get(rowId) ?? rows.unanswered
  const isOver = (edit: Edit) => all.some(({ beganMs, endedMs }) => beganMs >= edit.endedMs && endedMs < fromMs)
  return all.filter((edit) => edit.beganMs <= toMs && !isOver(edit)).map(({ name }) => name)
}

interface Context {
  rows: Rows
  images: ReadonlyMap<string, Image>
  deletedImages: ReadonlySet<string>
  run: Run
}

/** How a record ended, and when. */
function* checkOutcome({ rows, run }: Context, record: RunRecord): Generator<string> {
  const { record_id: id, state, reason, finished_at: finishedAt } = record
  const what = `${id} of ${run.id}`
  if (state === 'pending') yield `${what} is pending though the run has ended`
  if (state === 'cancelled' && run.state === 'completed') yield `${what} is cancelled, and its run is not`
  if (run.finished_at !== null && Date.parse(finishedAt ?? '') > Date.parse(run.finished_at))
    yield `${what} ended at ${finishedAt}, after its run`
  const mayBeGone = (rows.deletedFromMs.get(id) ?? Number.POSITIVE_INFINITY) <= readingOf(run).toMs
  if (mayBeGone) return
  if (state === 'failed' && !namesAt(rows, id, readingOf(run)).some(isBroken))
    yield `${what} failed: ${reason?.message}`
  if (state === 'skipped' && reason !== null) yield `${what} was skipped: ${reason.message}`
}

/** The image of a record is made of what its row was. */
function* checkImage({ rows, images, deletedImages, run }: Context, record: RunRecord): Generator<string> {
  const { record_id: id, state, reason, image_id: imageId } = record
  if (state !== 'rendered' && (state !== 'skipped' || reason !== null)) return
  const what = `${id} of ${run.id}`
  const image = images.get(imageId ?? '')
  if (image === undefined) {
    if (!deletedImages.has(imageId ?? '')) yield `${what} is ${state}, its image ${imageId} is not there`
    return
  }
  if (image.record_id !== id) yield `${what} has the image of ${image.record_id}`
  if (state === 'rendered' && image.run_id !== run.id && run.trigger.force && run.retry_of === null)
    yield `${what} is rendered by force, its image is of ${image.run_id}`
  const names = namesAt(rows, id, readingOf(run))
  if (!names.includes(String(image.values.Name))) yield `${what} shows ${image.values.Name}, was one of ${names}`
  if (image.template_version !== run.template_version)
    yield `${what} has version ${image.template_version}, its run ${run.template_version}`
}

function* checkCountsOf(run: Run, records: readonly RunRecord[]): Generator<string> {
  for (const state of ['rendered', 'skipped', 'failed', 'cancelled'] as const) {
    const count = records.filter((record) => record.state === state).length
    if (count !== run[state]) yield `${run.id} has ${count} ${state} records, and counts ${run[state]}`
  }
  const written = records.filter(({ written_back }) => written_back).length
  if (written !== run.written_back) yield `${run.id} wrote ${written} records back, and counts ${run.written_back}`
}

/** Each record that a trigger asked for is in its run, once. */
function* checkAsked(calls: readonly Call[], rows: Rows, { runs }: Ending): Generator<string> {
  for (const call of calls) {
    const served = runs.find(({ run }) => run.id === call.runId)
    // A run that was cancelled before the table was read to its end does not know its records.
    if (call.asked.kind !== 'trigger' || served === undefined || served.run.planned_at === null) continue
    const { toMs } = readingOf(served.run)
    const isThere = (id: string) =>
      (rows.edits.get(id)?.[0]?.endedMs ?? Number.POSITIVE_INFINITY) < call.beganMs &&
      (rows.deletedFromMs.get(id) ?? Number.POSITIVE_INFINITY) > toMs
    const wanted = call.asked.recordIds ?? [...rows.edits.keys()].filter(isThere)
    const known = new Set(served.records.map(({ record_id }) => record_id))
    // A named record is in the run, deleted or not; unless another trigger made it one over the whole view.
    for (const id of wanted)
      if (!known.has(id) && (served.run.trigger.record_ids !== null || isThere(id)))
        yield `${id} was asked for, and is not in ${served.run.id}`
  }
}

/**
 * What the table shows is the last image that was written into it. A record that is cancelled while it is drawn stays
 * cancelled, and its image may be there and in its cell.
 */
function* checkCells({ runs, rows, images }: Ending): Generator<string> {
  const begun = runs.filter(({ run }) => run.activated_at !== null)
  const inOrder = begun.toSorted((one, other) => readingOf(one.run).fromMs - readingOf(other.run).fromMs)
  const made = Map.groupBy(images, ({ run_id, record_id }) => `${record_id} of ${run_id}`)
  const shown = new Map<string, (string | null)[]>()
  for (const { run, records } of inOrder)
    for (const { record_id: id, state, written_back, image_url } of records) {
      if (written_back) shown.set(id, [image_url])
      const late = state === 'cancelled' ? (made.get(`${id} of ${run.id}`) ?? []) : []
      shown.set(id, [...(shown.get(id) ?? []), ...late.map(({ url }) => url)])
    }
  for (const { id, fields } of rows) {
    const urls = shown.get(id) ?? []
    // null: the image was deleted since.
    if (urls.length > 0 && !urls.includes(null) && !urls.includes(String(fields.Image)))
      yield `${id} shows ${fields.Image}, not ${urls}`
  }
}

/** Each image is of one record of one run, as long as the runs are there. */
function* checkImages({ hasAction, runs, images }: Ending): Generator<string> {
  const made = Map.groupBy(images, ({ run_id, record_id }) => `${record_id} of ${run_id}`)
  for (const [what, all] of made) if (all.length > 1) yield `${what} has ${all.length} images`
  const used = new Set(runs.flatMap(({ records }) => records.map(({ image_id }) => image_id)))
  const cancelled = new Set(
    runs.flatMap(({ run, records }) =>
      records.flatMap(({ record_id, state }) => (state === 'cancelled' ? `${record_id} of ${run.id}` : [])),
    ),
  )
  // The runs of a deleted action are gone; the images stay.
  for (const { id, run_id, record_id } of hasAction ? images : [])
    if (!used.has(id) && !cancelled.has(`${record_id} of ${run_id}`)) yield `${id} is the image of no record`
}

/** Records of runs: each ends once, as what its row was. */
export function* checkRecords({ calls, ending }: Log): Generator<string> {
  if (ending === null) return
  const rows = rowsOf(calls)
  const deleted = calls.flatMap(({ asked, ...call }) =>
    asked.kind === 'deleteImage' && (call.status === null || isDone({ asked, ...call })) ? asked.imageId : [],
  )
  const images = new Map(ending.images.map((image) => [image.id, image]))
  const context = { rows, images, deletedImages: new Set(deleted) }
  for (const { run, records } of ending.runs) {
    const ids = records.map(({ record_id }) => record_id)
    for (const id of new Set(ids.filter((one, n) => ids.indexOf(one) !== n))) yield `${id} is twice in ${run.id}`
    for (const record of records) {
      yield* checkOutcome({ ...context, run }, record)
      yield* checkImage({ ...context, run }, record)
    }
    yield* checkCountsOf(run, records)
  }
  yield* checkImages(ending)
  yield* checkAsked(calls, rows, ending)
  yield* checkCells(ending)
}
