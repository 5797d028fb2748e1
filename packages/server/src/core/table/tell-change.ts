import { fieldsWrittenBy } from '#core/output/outputs-of.ts'
import type { World } from '#core/ports/world.ts'
import { gather } from '#core/trigger/gather.ts'

export type TellWorld = Pick<World, 'clock' | 'data' | 'triggers'>

export interface OwnTableChange {
  tableId: string
  /** null = more than are named, or what a view shows. */
  recordIds: readonly string[] | null
  /** The fields that a run wrote its outcome into; absent when anyone else made the change. */
  writtenBack?: readonly string[]
}

/**
 * Tells the triggers of actions that read a built-in table of a change, in the transaction that makes it, so
 * that neither is stored without the other. What a run writes back does not matter to actions that write into the same fields.
 */
export async function tellChange(
  { clock, data, triggers }: TellWorld,
  { tableId, recordIds, writtenBack }: OwnTableChange,
): Promise<void> {
  if (recordIds?.length === 0) return
  for (const id of await data.triggers.onOwnTable(tableId)) {
    const trigger = await data.triggers.lock(id)
    if (trigger === null || !trigger.active) continue
    const afterMs = triggers.kind(trigger.kind).gatherMs?.(trigger.settings)
    if (afterMs === undefined) continue
    if (writtenBack !== undefined && (await isOwnOutput(data, trigger.actionId, writtenBack))) continue
    await gather({ clock, data }, trigger, { recordIds, afterMs, whenFull: 'take_view' })
  }
}

async function isOwnOutput({ actions }: TellWorld['data'], actionId: string, fieldIds: readonly string[]) {
  const action = await actions.get(actionId)
  const own = action === null ? [] : fieldsWrittenBy(action).map(({ id }) => id)
  return fieldIds.every((id) => own.includes(id))
}
