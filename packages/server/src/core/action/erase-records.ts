import { AppError } from '#core/errors.ts'
import type { Erased } from '#core/ports/data/erasure.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'

/**
 * Erases all that is stored of some records of an action, which may be deleted by now. A function is asked for them once no
 * run can begin any more.
 * @throws AppError `conflict` while the action runs; `not_found` when there is neither the action nor anything of the records
 */
export async function eraseRecords(
  world: Pick<World, 'clock' | 'data'>,
  actionId: string,
  named: readonly string[] | ((data: Data) => Promise<readonly string[]>),
): Promise<Erased> {
  const { isThere, recordIds, ...erased } = await world.data.transaction(async (data) => {
    const isThere = await data.actions.lock(actionId)
    const { active } = await data.runs.findOpen(actionId)
    if (active !== null)
      throw new AppError(
        'conflict',
        `The action is running, so the records could be rendered again. Wait until the run ${active.id} ends, or cancel it.`,
      )
    const recordIds = typeof named === 'function' ? await named(data) : named
    return { isThere, recordIds, ...(await data.erasure.images(actionId, recordIds, world.clock.now())) }
  })
  const deliveries = recordIds.length === 0 ? 0 : await world.data.erasure.deliveries(actionId, recordIds)
  const isAny = erased.images + erased.runRecords + deliveries > 0
  found(isThere || isAny ? actionId : null, 'action', actionId)
  return { ...erased, deliveries }
}
