import type { Action } from '#core/action/action.ts'
import { outputsOf } from '#core/output/outputs-of.ts'
import type { Output, RecordOutcome } from '#core/ports/data/runs.ts'
import type { Data } from '#core/ports/data.ts'
import { type EndedImage, tellOfRecords } from '#core/webhook/tell-of-records.ts'
import { claimKeys } from './claim-keys.ts'
import { stopReason } from './failure-group.ts'
import type { Chunk } from './open-chunk.ts'

/** How a record ended. */
export interface Finished {
  outcome: RecordOutcome
  /** Where the table tells something else of an output of the record now. */
  outputs: readonly Output[]
  /** What is told to webhooks. */
  images: readonly EndedImage[]
  /** Images that others have replaced, of which nothing was told. */
  replaced: readonly string[]
}

/** Without those that the action no longer has, which are deleted only once. */
async function withoutGone(data: Data, { id }: Action, outputs: readonly Output[]): Promise<readonly Output[]> {
  const now = outputs.length === 0 ? null : await data.actions.hold(id)
  if (now === null) return outputs
  const keys = new Set(outputsOf(now).map(({ key }) => key))
  return outputs.filter(({ output }) => keys.has(output))
}

/** Keeps how records ended, and counts them, in one transaction. Those that were cancelled meanwhile stay cancelled. */
export async function flushFinished(chunk: Chunk, batch: readonly Finished[]): Promise<void> {
  const { world, run, action, fields } = chunk
  const ordered = batch.toSorted((one, other) => one.outcome.n - other.outcome.n)
  const outputs = ordered.flatMap((finished) => finished.outputs)
  const outcomes = ordered.map(({ outcome }) => outcome)
  let news: typeof outcomes = []
  const progress = await world.data.transaction(async (data) => {
    const at = world.clock.now()
    // Locks the action before the run, as everything does that locks both.
    const made = await withoutGone(data, action, outputs)
    const keyed = await claimKeys(chunk, data, { outcomes, at })
    const flushed = await data.runs.finishRecords(run.id, keyed, at)
    await data.outputs.upsert(made)
    const done = new Set(flushed.finished)
    news = outcomes.filter(({ n }) => done.has(n))
    const images = ordered.flatMap((finished) => (done.has(finished.outcome.n) ? finished.images : []))
    await data.images.delete(
      ordered.flatMap((finished) => (done.has(finished.outcome.n) ? finished.replaced : [])),
      at,
    )
    await tellOfRecords(world, data, { run, action, images, fields, at })
    return flushed
  })
  chunk.progress = progress
  chunk.stop ??= stopReason(action.stopAfterFailures, progress)
  for (const { state } of news) world.metrics.count('records_total', { state })
}
