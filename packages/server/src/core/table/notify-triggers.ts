import type { LinkingTable } from '#core/ports/data/tables.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { gather } from '#core/trigger/gather.ts'
import { MOST_NAMED } from '#core/trigger/trigger.ts'

export type NotifyWorld = Pick<World, 'clock' | 'data' | 'triggers'>

export interface OwnTableChange {
  tableId: string
  /** null = more than are named, or what a view shows. */
  recordIds: readonly string[] | null
}

/** The rows that link to those that changed; null when they are more than are named. */
async function rowsLinking(
  data: Data,
  linking: LinkingTable,
  recordIds: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (recordIds === null) return null
  const found: string[] = []
  for await (const ids of data.tables.linkingRows(linking, recordIds)) {
    found.push(...ids)
    if (found.length > MOST_NAMED) return null
  }
  return found
}

/**
 * Notifies the triggers of actions that read a built-in table, or one whose rows link to it, in the transaction that
 * changes it, so that neither is stored without the other. Not called for what runs write back: two actions that read each other's images would never end.
 */
export async function notifyTriggers(
  { clock, data, triggers }: NotifyWorld,
  { tableId, recordIds }: OwnTableChange,
): Promise<void> {
  if (recordIds?.length === 0) return
  const notify = async (changedId: string, findIds: () => Promise<readonly string[] | null>) => {
    for (const { kind, gatherMs } of triggers.kinds) {
      if (gatherMs === undefined) continue
      const triggerIds = await data.triggers.onOwnTable(changedId, kind)
      const ids = triggerIds.length === 0 ? [] : await findIds()
      if (ids?.length === 0) continue
      for (const id of triggerIds) {
        const trigger = await data.triggers.lock(id)
        if (!trigger?.active) continue
        const afterMs = gatherMs(trigger.settings)
        await gather({ clock, data }, trigger, { recordIds: ids, afterMs, whenFull: 'take_view' })
      }
    }
  }
  await notify(tableId, async () => recordIds)
  for (const linking of await data.tables.linksTo(tableId))
    await notify(linking.tableId, () => rowsLinking(data, linking, recordIds))
}
