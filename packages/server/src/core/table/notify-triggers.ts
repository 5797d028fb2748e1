import type { World } from '#core/ports/world.ts'
import { gather } from '#core/trigger/gather.ts'

export type NotifyWorld = Pick<World, 'clock' | 'data' | 'triggers'>

export interface OwnTableChange {
  tableId: string
  /** null = more than are named, or what a view shows. */
  recordIds: readonly string[] | null
}

/**
 * Notifies the triggers of actions that read a built-in table, in the transaction that changes it, so that neither is
 * stored without the other. Not called for what runs write back: two actions that read each other's images would never end.
 */
export async function notifyTriggers(
  { clock, data, triggers }: NotifyWorld,
  { tableId, recordIds }: OwnTableChange,
): Promise<void> {
  if (recordIds?.length === 0) return
  for (const { kind, gatherMs } of triggers.kinds) {
    if (gatherMs === undefined) continue
    for (const id of await data.triggers.onOwnTable(tableId, kind)) {
      const trigger = await data.triggers.lock(id)
      if (trigger?.active)
        await gather({ clock, data }, trigger, {
          recordIds,
          afterMs: gatherMs(trigger.settings),
          whenFull: 'take_view',
        })
    }
  }
}
