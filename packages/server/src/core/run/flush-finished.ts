import type { Output, RecordOutcome } from '#core/ports/data/runs.ts'
import { tellOfRecords } from '#core/webhook/tell-of-records.ts'
import { stopReason } from './failure-group.ts'
import type { Chunk } from './open-chunk.ts'

/** How a record ended. */
export interface Finished {
  outcome: RecordOutcome
  /** Set when the table tells something else of the record now. */
  output: Output | null
}

/** Keeps how records ended, and counts them, in one transaction. Those that were cancelled meanwhile stay cancelled. */
export async function flushFinished(chunk: Chunk, batch: readonly Finished[]): Promise<void> {
  const { world, run, action, version, fields } = chunk
  const ordered = batch.toSorted((one, other) => one.outcome.n - other.outcome.n)
  const outputs = ordered.flatMap(({ output }) => (output === null ? [] : [output]))
  const outcomes = ordered.map(({ outcome }) => outcome)
  let news: typeof outcomes = []
  const progress = await world.data.transaction(async (data) => {
    const at = world.clock.now()
    const flushed = await data.runs.finishRecords(run.id, outcomes, at)
    await data.outputs.upsert(outputs)
    const done = new Set(flushed.finished)
    news = outcomes.filter(({ n }) => done.has(n))
    await tellOfRecords(world, data, { run, action, version, outcomes: news, fields, at })
    return flushed
  })
  chunk.progress = progress
  chunk.stop ??= stopReason(action.stopAfterFailures, progress)
  for (const { state } of news) world.metrics.count('records_total', { state })
}
