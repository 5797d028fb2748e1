import { contract } from '@pictable/client'
import { changedOutputs, deleteException, saveException } from '#core/action/save-exception.ts'
import { AppError } from '#core/errors.ts'
import type { ChangedOutput } from '#core/output/apply-exceptions.ts'
import type { RecordException } from '#core/output/exception.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { gone } from '#http/answers/gone.ts'
import { handlers } from '#http/endpoint/handlers.ts'
import { presentException } from '#http/present/exception.ts'

/** null when a template cannot be read: what it lacks is then unknown. */
async function outputsOf(world: Pick<World, 'data'>, actionId: string): Promise<ChangedOutput[] | null> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  try {
    return await changedOutputs(world, action)
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}

/** Of the records with these exceptions, which are of one action, those that were deleted from the table. */
async function deletedOf({ data }: Pick<World, 'data'>, exceptions: readonly RecordException[]): Promise<Set<string>> {
  const [{ actionId } = { actionId: '' }] = exceptions
  const ids = exceptions.map(({ recordId }) => recordId)
  return new Set(await data.deletedRecords.deletedAmong(actionId, ids))
}

const refOf = ({ id, record_id }: { id: string; record_id: string }) => ({ actionId: id, recordId: record_id })

export const exceptions = handlers(contract.exceptions)({
  list: async ({ world, params, query }) => {
    const outputs = await outputsOf(world, params.id)
    const { results, next } = await world.data.exceptions.list({ ...query, actionId: params.id })
    const deleted = await deletedOf(world, results)
    return { status: 200, body: { results: results.map((each) => presentException(each, { outputs, deleted })), next } }
  },
  get: async ({ world, params }) => {
    const outputs = await outputsOf(world, params.id)
    const stored = await world.data.exceptions.get(params.id, params.record_id)
    const exception = found(stored, 'exception of the record', params.record_id)
    return { status: 200, body: presentException(exception, { outputs, deleted: await deletedOf(world, [exception]) }) }
  },
  save: async ({ world, params, body }) => {
    const exception = await saveException(world, refOf(params), body.modifications)
    const outputs = await outputsOf(world, params.id)
    return { status: 200, body: presentException(exception, { outputs, deleted: await deletedOf(world, [exception]) }) }
  },
  delete: async ({ world, params }) =>
    gone(await deleteException(world, refOf(params)), 'exception of the record', params.record_id),
})
