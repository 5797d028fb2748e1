import { openSource } from '#core/connection/open-source.ts'
import type { ErrorDetail } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { Source } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { tracksDeleted } from '#core/run/tracks-deleted.ts'
import type { Action } from './action.ts'
import type { ActionDraft } from './action-draft.ts'

/** Where ids are the numbers of rows, removing the first row makes the last one look deleted. */
export const hasStableIds = ({ capabilities }: Source): boolean => capabilities.stableIds !== false

/** Refuses every mode but `keep` where the table cannot tell which record was deleted. */
export function checkDeletedMode(source: Source, { deletedRecords }: ActionDraft, errors: ErrorDetail[]): void {
  if (deletedRecords === undefined || deletedRecords === 'keep' || hasStableIds(source)) return
  const detail =
    'must be "keep": the rows of this table are known by their numbers, which change when a row is removed. Set a key field in the connection first.'
  errors.push({ pointer: '/deleted_records', detail })
}

/** Which of these records the table of an action has. */
export type AskTable = (recordIds: readonly string[]) => Promise<Set<string>>

/** Of each record, one field is read: its values do not matter. @throws AppError when the table cannot be read */
export async function openAsking(
  world: Pick<World, 'data' | 'secrets' | 'sources'>,
  { connectionId, baseId, tableId, deletedRecords }: Action,
): Promise<AskTable> {
  const source = await openSource(world, connectionId)
  // The connection lost its key after the action was saved: no image may go. A feed may leave out rows behind the last.
  if (deletedRecords !== 'keep' && !hasStableIds(source)) return async (recordIds) => new Set(recordIds)
  const table = { baseId, tableId }
  const fieldIds = (await source.listFields(table)).slice(0, 1).map(({ id }) => id)
  const atOnce = Math.max(1, source.capabilities.getMany.max)
  return async (recordIds) => {
    const there = new Set<string>()
    for (let from = 0; from < recordIds.length; from += atOnce)
      for (const { id } of await source.getRecords(table, recordIds.slice(from, from + atOnce), { fieldIds }))
        there.add(id)
    return there
  }
}

/** What the records that are missing depend on. */
const askedOf = (action: Action) => {
  const { connectionId, baseId, tableId, tableSince, deletedRecords } = action
  return JSON.stringify([connectionId, baseId, tableId, tableSince, deletedRecords, tracksDeleted(action)])
}

/** Whether its table, and what becomes of deleted records, are the same as when the table was asked. */
export function isAsAsked(asked: Action, now: Action | null): now is Action {
  return now !== null && askedOf(asked) === askedOf(now)
}

/** The action was changed while its table was asked: what is known of its records may be of another table. */
export class ActionChanged extends Error {}

/** Does this while the action cannot be changed. @throws ActionChanged */
export async function whileAsAsked(
  { data }: Pick<World, 'data'>,
  asked: Action,
  work: (inside: Data) => Promise<void>,
): Promise<void> {
  await data.transaction(async (inside) => {
    if (!isAsAsked(asked, await inside.actions.hold(asked.id))) throw new ActionChanged()
    await work(inside)
  })
}
