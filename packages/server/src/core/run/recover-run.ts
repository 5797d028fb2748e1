import type { World } from '#core/ports/world.ts'
import { sendChunks } from './chunks-of.ts'

/** Sends an active run that has lost its jobs new ones. Safe to repeat: what is done is found done. */
export async function recoverRun(world: Pick<World, 'data'>, runId: string): Promise<void> {
  await world.data.transaction(async (data) => {
    const run = await data.runs.lock(runId)
    if (run?.state !== 'active') return
    if (run.plannedAt === null) return data.queue.send('plan-run', [{ runId, isRecovered: true }])
    // An empty chunk still finds out that the run is over.
    if (run.total === 0) return data.queue.send('process-chunk', [{ runId, fromN: 0, toN: 0 }])
    return sendChunks(data, runId, { fromN: 0, toN: run.total })
  })
}
