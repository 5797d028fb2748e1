import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { type EventWorld, recordEvents } from '#core/webhook/record-events.ts'

type EndWorld = Pick<World, 'clock'> & EventWorld

/**
 * Emits the event of a batch when no item is pending, in the transaction that ended some of its items. Transactions of
 * other processes may end others at the same time: the last of them emits it.
 */
export async function emitIfEnded({ clock, ...world }: EndWorld, data: Data, batchId: string): Promise<void> {
  if (!(await data.batches.lockIsEnded(batchId))) return
  const batch = await data.batches.get(batchId)
  if (batch === null) return
  const { webhookIds } = batch
  const event = batch.cancelled > 0 ? 'batch.cancelled' : 'batch.completed'
  const fact = { event, at: clock.now(), action: null, runId: null, metadata: null, error: null, batch } as const
  await recordEvents(world, data, { actionId: null, events: [event], webhookIds, factsOf: () => [fact] })
}

/** Cancels what is pending in a batch. */
export async function cancelBatch(world: EndWorld & Pick<World, 'data'>, batchId: string): Promise<void> {
  await world.data.transaction(async (data) => {
    const cancelled = await data.batches.cancel(batchId, world.clock.now())
    if (cancelled > 0) await emitIfEnded(world, data, batchId)
  })
}
