import { contract } from '@pictable/client'
import { deleteException, drawnOutputs, saveException } from '#core/action/save-exception.ts'
import { AppError } from '#core/errors.ts'
import type { DrawnOutput } from '#core/output/unused-exceptions.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentException } from '#http/present/exception.ts'

/** null when a template cannot be read: what it lacks is then unknown. */
async function outputsOf(world: Pick<World, 'data'>, actionId: string): Promise<DrawnOutput[] | null> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  try {
    return await drawnOutputs(world, action)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** Of these records of an action, those that were deleted from the table. */
async function deletedAmong(
  { data }: Pick<World, 'data'>,
  actionId: string,
  recordIds: readonly string[],
): Promise<Set<string>> {
  return new Set(await data.deletedRecords.deletedAmong(actionId, recordIds))
}

const refOf = ({ id, record_id }: { id: string; record_id: string }) => ({ actionId: id, recordId: record_id })

export const exceptions = handlers(contract.exceptions)({
  list: async ({ world, params, query }) => {
    const outputs = await outputsOf(world, params.id)
    const { results, next } = await world.data.exceptions.list({ ...query, actionId: params.id })
    const ids = results.map(({ recordId }) => recordId)
    const deleted = await deletedAmong(world, params.id, ids)
    return { status: 200, body: { results: results.map((each) => presentException(each, { outputs, deleted })), next } }
  },
  get: async ({ world, params }) => {
    const outputs = await outputsOf(world, params.id)
    const stored = await world.data.exceptions.get(params.id, params.record_id)
    const exception = found(stored, 'exception of the record', params.record_id)
    const deleted = await deletedAmong(world, params.id, [params.record_id])
    return { status: 200, body: presentException(exception, { outputs, deleted }) }
  },
  save: async ({ world, params, body }) => {
    const exception = await saveException(world, refOf(params), body.modifications)
    const outputs = await outputsOf(world, params.id)
    const deleted = await deletedAmong(world, params.id, [params.record_id])
    return { status: 200, body: presentException(exception, { outputs, deleted }) }
  },
  delete: async ({ world, params }) =>
    gone(await deleteException(world, refOf(params)), 'exception of the record', params.record_id),
})
