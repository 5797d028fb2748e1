import { AppError, isOurTrouble } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { knownOf } from '#core/run/tracks-deleted.ts'
import type { Action } from './action.ts'
import { ActionChanged, type AskTable, isAsAsked, openAsking, whileAsAsked } from './deleted-table.ts'
import { eraseRecords } from './erase-records.ts'

type ErasingWorld = Pick<World, 'clock' | 'data' | 'log' | 'secrets' | 'sources'>

const dayMs = 24 * 3_600_000
/** Each time every delivery is looked at. */
const RECORDS_AT_ONCE = 500

/** From when on images are deleted that were unpublished before they had so few days; null where they always had. */
export function deletesFrom({ deletedRecords, deleteAfterDays, deleteSince }: Action): Date | null {
  if (deletedRecords !== 'delete' || deleteSince === null) return null
  return new Date(deleteSince.getTime() + deleteAfterDays * dayMs)
}

/** Deleted before this time, records are erased now. */
function dueBefore({ clock }: Pick<World, 'clock'>, action: Action): Date {
  const now = clock.now()
  const from = deletesFrom(action)
  if (from !== null && from > now) return new Date(0)
  return new Date(now.getTime() - action.deleteAfterDays * dayMs)
}

/** Erases those of these records that the table does not have; the others are published again. */
async function eraseMissing(
  world: ErasingWorld,
  action: Action,
  { due, ask }: { due: readonly string[]; ask: AskTable },
): Promise<void> {
  const there = await ask(due)
  const back = due.filter((id) => there.has(id))
  if (back.length > 0)
    await whileAsAsked(world, action, (inside) =>
      inside.deletedRecords.restore(knownOf(action), back, world.clock.now()),
    )
  const missing = due.filter((id) => !there.has(id))
  if (missing.length === 0) return
  // The marks of the records go with all else of them.
  await eraseRecords(world, action.id, async (inside) => {
    const now = await inside.actions.get(action.id)
    if (!isAsAsked(action, now)) return { recordIds: [] }
    const recordIds = await inside.deletedRecords.lockDue(action.id, dueBefore(world, now), missing)
    return { recordIds, from: action.tableSince ?? undefined }
  })
}

/** Their tables cannot be asked any more. */
async function eraseOfEarlierTables(world: ErasingWorld, action: Action): Promise<void> {
  const { tableSince: until } = action
  for (let isLeft = until !== null; isLeft; ) {
    isLeft = false
    await eraseRecords(world, action.id, async (inside) => {
      const now = await inside.actions.get(action.id)
      if (until === null || !isAsAsked(action, now)) return { recordIds: [] }
      const due = { ...knownOf(action), before: dueBefore(world, now), limit: RECORDS_AT_ONCE }
      const recordIds = await inside.deletedRecords.ofEarlierTables(due)
      isLeft = recordIds.length === RECORDS_AT_ONCE
      return { recordIds, until }
    })
  }
}

async function eraseOf(world: ErasingWorld, actionId: string): Promise<void> {
  const { deletedRecords, actions } = world.data
  const action = await actions.get(actionId)
  if (action?.deletedRecords !== 'delete') return
  await eraseOfEarlierTables(world, action)
  let ask: AskTable | undefined
  for (let after: string | undefined = ''; after !== undefined; ) {
    const due: string[] = await deletedRecords.due(actionId, dueBefore(world, action), {
      after,
      limit: RECORDS_AT_ONCE,
    })
    if (due.length === 0) return
    ask ??= await openAsking(world, action)
    await eraseMissing(world, action, { due, ask })
    after = due.at(-1)
  }
}

/**
 * Erases the records that were deleted from their tables, once the days have passed that their action allows. Each table is asked
 * once more. Safe to repeat.
 */
export async function eraseDeleted(world: ErasingWorld): Promise<void> {
  for (const actionId of await world.data.deletedRecords.deleting()) {
    try {
      await eraseOf(world, actionId)
    } catch (error) {
      if (isOurTrouble(error)) throw error
      // The action runs, or was changed or deleted: the next round finds what is left.
      if (error instanceof ActionChanged) continue
      if (error instanceof AppError && ['conflict', 'not_found'].includes(error.code)) continue
      world.log.warn({ action_id: actionId, error }, 'Deleted records of an action could not be erased')
    }
  }
}
