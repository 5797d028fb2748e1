import type { Ending, Log, Run, RunRecord, Taken } from './log.ts'

/** An event is about a run, or a record of it. */
const subjectOf = ({ event, runId, recordId }: Pick<Taken, 'event' | 'runId' | 'recordId'>) =>
  [event, runId, ...(recordId === null ? [] : [recordId])].join(' ')

function* wantedOf(run: Run, records: readonly RunRecord[]): Generator<string> {
  const tell = (event: string, recordId: string | null = null) => subjectOf({ event, runId: run.id, recordId })
  if (run.started_at !== null) yield tell('run.started')
  for (const { record_id, state } of records) {
    if (state === 'rendered') yield tell('image.created', record_id)
    if (state === 'failed') yield tell('image.failed', record_id)
  }
  yield tell(run.state === 'completed' ? 'run.completed' : 'run.failed')
}

/** Each event of each run at least once, and no other. */
function* checkSubjects(taken: readonly Taken[], { runs }: Ending): Generator<string> {
  const told = new Set(taken.map(subjectOf))
  const wanted = new Set(runs.flatMap(({ run, records }) => [...wantedOf(run, records)]))
  for (const subject of wanted) if (!told.has(subject)) yield `no one was told of ${subject}`
  // The records of a run that was deleted with its action are not known any more.
  const known = new Set(runs.map(({ run }) => run.id))
  for (const one of taken)
    if (known.has(one.runId) && !wanted.has(subjectOf(one))) yield `an event tells of ${subjectOf(one)}`
}

/** One event has one id and one body, however often it comes. */
function* checkIds(taken: readonly Taken[]): Generator<string> {
  for (const [subject, all] of Map.groupBy(taken, subjectOf)) {
    if (new Set(all.map(({ id }) => id)).size > 1) yield `${subject} came under two ids`
    if (new Set(all.map(({ body }) => body)).size > 1) yield `${subject} came with two bodies`
  }
  for (const [id, all] of Map.groupBy(taken, ({ id }) => id))
    if (new Set(all.map(subjectOf)).size > 1) yield `${id} is the id of two events`
}

/** In which order the events of a run happen; the order in which they arrive is not promised. */
const ranks: Readonly<Record<string, number>> = {
  'run.started': 0,
  'image.created': 1,
  'image.failed': 1,
  'run.completed': 2,
  'run.failed': 2,
}

function* checkOrder(taken: readonly Taken[]): Generator<string> {
  for (const [runId, all] of Map.groupBy(taken, ({ runId }) => runId)) {
    const ends = new Set(all.flatMap(({ event }) => (ranks[event] === 2 ? [event] : [])))
    if (ends.size > 1) yield `${runId} ended twice: ${[...ends]}`
    for (const one of all)
      for (const other of all) {
        const isBefore = (ranks[one.event] ?? 0) < (ranks[other.event] ?? 0)
        if (isBefore && one.createdAt > other.createdAt)
          yield `${subjectOf(one)} is of ${one.createdAt}, after ${other.event} of ${other.createdAt}`
      }
  }
}

export function* checkEvents({ taken, ending }: Log): Generator<string> {
  yield* checkIds(taken)
  yield* checkOrder(taken)
  if (ending !== null) yield* checkSubjects(taken, ending)
}
