import { AppError } from '#core/errors.ts'
import type { Erased, ErasedRecords } from '#core/ports/data/erasure.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'

interface ToErase extends Pick<ErasedRecords, 'from' | 'until'> {
  recordIds: readonly string[]
}

/**
 * Erases all that is stored of some records of an action, which may be deleted by now. A function is asked for them once no
 * run can begin any more. What is left to do after a crash, `finishErasures()` does.
 * @throws AppError `conflict` while the action runs; `not_found` when there is neither the action nor anything of the records
 */
export async function eraseRecords(
  world: Pick<World, 'clock' | 'data'>,
  actionId: string,
  named: ToErase | ((data: Data) => Promise<ToErase>),
): Promise<Erased> {
  const { isThere, count, ...erased } = await world.data.transaction(async (data) => {
    const isThere = await data.actions.lock(actionId)
    const { active } = await data.runs.findOpen(actionId)
    if (active !== null)
      throw new AppError(
        'conflict',
        `The action is running, so the records could be rendered again. Wait until the run ${active.id} ends, or cancel it.`,
      )
    const toErase = typeof named === 'function' ? await named(data) : named
    const count = toErase.recordIds.length
    return { isThere, count, ...(await data.erasure.images({ actionId, ...toErase }, world.clock.now())) }
  })
  const deliveries = count === 0 ? 0 : await world.data.erasure.deliveries(actionId)
  const isAny = erased.images + erased.runRecords + deliveries > 0
  found(isThere || isAny ? actionId : null, 'action', actionId)
  return { ...erased, deliveries }
}

/** Deletes the deliveries of erased records that a crash left behind. */
export async function finishErasures({ data }: Pick<World, 'data'>): Promise<void> {
  for (const actionId of await data.erasure.unfinished()) await data.erasure.deliveries(actionId)
}
