import type { World } from '#core/ports/world.ts'
import { takeBack } from '#core/trigger/take-back.ts'
import type { Trigger } from '#core/trigger/trigger.ts'

/**
 * Deletes an action with its triggers; what these had set up at the table is taken back once they are gone for certain.
 * @returns whether it was there
 * @throws AppError `conflict` while it runs: then its triggers go on
 */
export async function deleteAction(world: World, id: string, signal: AbortSignal): Promise<boolean> {
  const gone = await world.data.transaction(async (data) => {
    const triggers: Trigger[] = []
    // Before the action, as one that fires locks them.
    for (const trigger of await data.triggers.ofAction(id))
      triggers.push((await data.triggers.lock(trigger.id)) ?? trigger)
    return (await data.actions.delete(id)) ? triggers : null
  })
  // Millions of records may have one, so not in the transaction.
  const { outputs, recordKeys, deletedRecords } = world.data
  if (gone !== null) for (const { deleteOf } of [outputs, recordKeys, deletedRecords]) await deleteOf(id)
  for (const trigger of gone ?? []) await takeBack(world, trigger, signal)
  return gone !== null
}
