import type { World } from '#core/ports/world.ts'
import { jobsOf } from './create-batch.ts'

/** Items of a batch that no job would ever render again get one. Safe to repeat: what has ended is found ended. */
export async function recoverBatch({ data }: Pick<World, 'data'>, batchId: string): Promise<void> {
  const batch = await data.batches.get(batchId)
  if (batch === null || batch.pending === 0) return
  await data.queue.send('render-batch', jobsOf(batch), { givesWay: 0 })
}
