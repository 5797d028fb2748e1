import type { World } from '#core/ports/world.ts'
import { chunksOf } from './chunks-of.ts'

/** Sends an active run that has lost its jobs new ones. Safe to repeat: what is done is found done. */
export async function recoverRun(world: Pick<World, 'data'>, runId: string): Promise<void> {
  await world.data.transaction(async (data) => {
    const run = await data.runs.lock(runId)
    if (run?.state !== 'active') return
    if (run.plannedAt === null) return data.queue.send('plan-run', [{ runId, isRecovered: true }])
    // An empty chunk still finds out that the run is over.
    const chunks = run.total === 0 ? [{ runId, fromN: 0, toN: 0 }] : chunksOf(runId, 0, run.total)
    return data.queue.send('process-chunk', chunks)
  })
}
