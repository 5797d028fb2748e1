import { AppError } from '#core/errors.ts'
import type { TableRef } from '#core/ports/source.ts'
import { refusalIn } from './refusal.ts'
import { checkField, checkView, type Schema } from './schema.ts'

interface Failed {
  ref: TableRef
  viewId: string | null
  fieldIds: readonly string[]
  doing: 'read' | 'write'
}

export const noWriting =
  'The token cannot update records. Add the scope data.records:write at airtable.com/create/tokens; its owner must be an editor of the base.'

const forbidden = {
  read: 'The token cannot read records. Add the scope data.records:read at airtable.com/create/tokens.',
  write: noWriting,
} as const

const unclear: readonly string[] = ['UNKNOWN_FIELD_NAME', 'VIEW_ID_NOT_FOUND', 'VIEW_NAME_NOT_FOUND', 'TABLE_NOT_FOUND']

/**
 * The error with what is really wrong. Airtable gives the same answer for a table that is gone and for a token without the
 * right, and names what is gone by its id: looking at the base as it is now tells.
 */
export async function explained(error: unknown, schema: Schema, failed: Failed): Promise<unknown> {
  const refusal = refusalIn(error)
  if (refusal === null) return error
  const { status, type } = refusal
  if (status !== 403 && status !== 404 && !unclear.includes(type)) return error
  try {
    schema.forget(failed.ref.baseId)
    const table = await schema.table(failed.ref)
    checkView(table, failed.viewId)
    for (const id of failed.fieldIds) checkField(table, id)
  } catch (found) {
    return found
  }
  return status === 403 ? new AppError('source_forbidden', forbidden[failed.doing], { cause: refusal }) : error
}
