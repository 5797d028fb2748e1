import type { ChangedOutput } from '#core/output/apply-exceptions.ts'
import type { RecordException, RecordModification } from '#core/output/exception.ts'
import { outputsOf, shownName, templateIdsOf } from '#core/output/outputs-of.ts'
import { readExceptions } from '#core/output/read-exceptions.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { usedVersion } from '#core/template/used-version.ts'
import type { Action } from './action.ts'

type ExceptionWorld = Pick<World, 'clock' | 'data'>

/** The outputs of an action with the designs that they draw today: one for each template of an output. */
export async function changedOutputs(world: Pick<World, 'data'>, action: Action): Promise<ChangedOutput[]> {
  const drawn = outputsOf(action).flatMap((output) => templateIdsOf([output]).map((id) => ({ output, id })))
  return Promise.all(
    drawn.map(async ({ output, id }) => ({ name: shownName(output), design: (await usedVersion(world, id)).design })),
  )
}

/** What people know the record by, from its last image. */
async function labelOf({ data }: Pick<World, 'data'>, actionId: string, recordId: string): Promise<string> {
  const last = (await data.outputs.find(actionId, [recordId], { hasSeveral: false })).get(recordId)?.get('')
  if (last === undefined) return ''
  return (await data.images.labels([last.imageId])).get(last.imageId) ?? ''
}

/**
 * Replaces what is changed in the images of a record; its next run renders them so.
 * @throws AppError `not_found`, or `invalid_request` that points at everything wrong
 */
export async function saveException(
  world: ExceptionWorld,
  { actionId, recordId }: Pick<RecordException, 'actionId' | 'recordId'>,
  given: readonly RecordModification[],
): Promise<RecordException> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const modifications = readExceptions(await changedOutputs(world, action), given)
  const label = await labelOf(world, actionId, recordId)
  const now = world.clock.now()
  return world.data.transaction(async (data) => {
    found((await data.actions.lock(actionId)) ? actionId : null, 'action', actionId)
    return data.exceptions.save({ actionId, recordId, label, modifications, createdAt: now, updatedAt: now })
  })
}

/** Removes what is changed in the images of a record; its next run renders them as their template says. @returns whether there was any */
export async function deleteException(
  world: ExceptionWorld,
  { actionId, recordId }: Pick<RecordException, 'actionId' | 'recordId'>,
): Promise<boolean> {
  return world.data.transaction(async (data) => {
    found((await data.actions.lock(actionId)) ? actionId : null, 'action', actionId)
    return data.exceptions.delete(actionId, recordId)
  })
}
