import { createBatcher } from './batcher.ts'
import { trialSize } from './failure-group.ts'
import { failRun, finishRun } from './finish-run.ts'
import { type Finished, flushFinished } from './flush-finished.ts'
import { inParallel } from './in-parallel.ts'
import { keepMade } from './keep-made.ts'
import { type Made, makeImages } from './make-image.ts'
import { noteWait } from './note-wait.ts'
import { type Chunk, type ChunkWorld, goesOn, openChunk, whyNotOpened } from './open-chunk.ts'
import type { PendingRecord } from './run.ts'
import { pendingOf } from './run-counts.ts'
import { sortOut } from './sort-out.ts'
import { writeBack, writePaceOf } from './write-back.ts'

/** What waits is written and flushed from so many records on, and all that came since: that much is repeated after a crash. */
const flushAt = 25
/** So long at most a slow record's neighbours wait to be seen. */
const flushAfterMs = 100

/**
 * The steps of a record with all its outputs: map, fingerprint, skip what has not changed, render, keep, write back, flush.
 * Each is safe to repeat: after a crash the same records give the same images at the same addresses.
 */
async function processRecords(chunk: Chunk, records: readonly PendingRecord[]): Promise<void> {
  const { unchanged, unwritten, changed } = await sortOut(chunk, records)
  const flushPace = { startAt: flushAt, startAfterMs: flushAfterMs, takeAtMost: records.length, atOnce: 1 }
  const writePace = unwritten.length + changed.length === 0 ? flushPace : await writePaceOf(chunk, flushPace)
  const finished = createBatcher<Finished>({
    ...flushPace,
    work: (batch) => flushFinished(chunk, batch),
  })
  const made = createBatcher<Made>({
    ...writePace,
    work: async (batch) => finished.add(...(await writeBack(chunk, await keepMade(chunk, batch)))),
  })
  finished.add(...unchanged)
  made.add(...unwritten)
  await inParallel(changed, {
    atOnce: chunk.world.renderer.concurrency,
    goesOn: () => goesOn(chunk),
    work: async (todo) => {
      const result = await makeImages(chunk, todo)
      if (result !== null) made.add(result)
    },
  })
  try {
    await made.end()
  } finally {
    // What was written is kept, whatever became of the rest.
    await finished.end()
  }
}

/** Where it is open whether all records fail alike, as few go first as decide it. */
async function processInTurn(chunk: Chunk): Promise<void> {
  const { records, run, action } = chunk
  const first = trialSize(action.stopAfterFailures, run)
  for (const some of [records.slice(0, first), records.slice(first)])
    if (some.length > 0 && goesOn(chunk)) await processRecords(chunk, some)
}

/** Works off a chunk of a run. Safe to repeat at any time: only pending records change. */
export async function processChunk(
  world: ChunkWorld,
  { runId, fromN, toN }: { runId: string; fromN: number; toN: number },
  signal: AbortSignal,
): Promise<void> {
  const run = await world.data.runs.getBare(runId)
  if (run?.state !== 'active') return
  const records = await world.data.runs.pendingRecords(runId, fromN, toN)
  if (records.length === 0) return finishRun(world, runId)
  const chunk = await openChunk(world, run, { records, signal })
  if (chunk === null) return failRun(world, runId, await whyNotOpened(world, run))
  try {
    await processInTurn(chunk)
  } catch (error) {
    if (chunk.trouble === null) throw error
  }
  if (chunk.failure !== null) return failRun(world, runId, chunk.failure)
  if (chunk.stop !== null) return failRun(world, runId, chunk.stop)
  signal.throwIfAborted()
  if (chunk.trouble !== null) {
    await noteWait(world, run, chunk.trouble)
    throw chunk.trouble
  }
  const { progress } = chunk
  if (progress !== null && progress.plannedAt !== null && pendingOf(progress) === 0) await finishRun(world, runId)
}
