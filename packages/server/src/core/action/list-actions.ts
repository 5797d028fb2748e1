import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import type { Action } from './action.ts'

type ActionPage = Parameters<Data['actions']['list']>[0]

/** Actions, newest first. A key that is limited to single actions gets these, all on one page. */
export async function listActions(
  { data }: Pick<World, 'data'>,
  limitedTo: readonly string[] | null,
  page: ActionPage,
): Promise<{ results: Action[]; next: string | null }> {
  if (limitedTo === null) return data.actions.list(page)
  const { connectionId, tableId } = page
  const own = await Promise.all(limitedTo.map((id) => data.actions.get(id)))
  const results = own
    .filter((action) => action !== null)
    .filter((action) => connectionId === undefined || action.connectionId === connectionId)
    .filter((action) => tableId === undefined || action.tableId === tableId)
  return { results, next: null }
}
