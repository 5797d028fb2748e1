import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { CellCheck, PlannedCell, TableRef } from '#core/ports/source.ts'
import { ValueError, writeValue } from '#sources/hosted/write-value.ts'
import { fieldGone, type NocoField, type NocoTable, readTable } from './noco-table.ts'
import type { NocoApi } from './nocodb-api.ts'

const passed: CellCheck = { result: 'passed' }
const failed = (message: string): CellCheck => ({ result: 'failed', message })
const unknown = (message: string): CellCheck => ({ result: 'unknown', message })

const answer = z.unknown()

/** Asks to update no records at all: NocoDB looks at the role of the user before it looks at the request. */
async function checkRole(api: NocoApi, { tableId }: TableRef): Promise<CellCheck> {
  try {
    await api.send('PATCH', `/api/v2/tables/${encodeURIComponent(tableId)}/records`, { body: [], answer })
    return passed
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message } = error
    if (code === 'source_forbidden') return failed(message)
    return unknown(`Whether the user of the token may change records is unknown: ${message}`)
  }
}

/** For values that are too long: whether the database refuses them is asked only then. */
function checkValue(field: NocoField, value: PlannedCell['value'], keepsLengths: boolean): CellCheck {
  const { name, writes, maxLength, isRequired } = field
  if (value === null && isRequired)
    return failed(
      `The field "${name}" must not be empty. Allow empty values in NocoDB, or choose another field in the action.`,
    )
  if (writes === 'files' && Array.isArray(value)) return passed
  try {
    const written = writeValue({ ...field, product: 'NocoDB' }, value)
    if (maxLength === null || typeof written !== 'string' || written.length <= maxLength) return passed
    if (!keepsLengths)
      return unknown(
        `The field "${name}" is declared with at most ${maxLength} characters, and the text has ${written.length}. SQLite stores it all the same, other databases do not. Check the database, or widen the column.`,
      )
    return failed(
      `The field "${name}" accepts at most ${maxLength} characters, and the text has ${written.length}. Widen the column in the database, or choose another field in the action.`,
    )
  } catch (error) {
    if (error instanceof ValueError)
      return failed(`The field "${name}" ${error.message}. Choose another field in the action.`)
    throw error
  }
}

function checkCell(table: NocoTable, { fieldId, value }: PlannedCell, keepsLengths: boolean): CellCheck {
  const field = table.fields.find(({ id }) => id === fieldId)
  return field === undefined ? failed(fieldGone(table, fieldId)) : checkValue(field, value, keepsLengths)
}

const baseSchema = z.object({ sources: z.array(z.object({ id: z.string(), type: z.string() })) })

/** Whether the database of a table is known to keep to the lengths of its columns: SQLite does not. */
async function keepsItsLengths(api: NocoApi, { ref, sourceId }: NocoTable): Promise<boolean> {
  try {
    const path = `/api/v2/meta/bases/${encodeURIComponent(ref.baseId)}`
    const { sources } = await api.get(path, { answer: baseSchema })
    const own = sources.filter(({ id }) => sourceId === null || id === sourceId)
    return own.length > 0 && own.every(({ type }) => !type.startsWith('sqlite'))
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/**
 * Whether NocoDB takes such cells, by the role of its user and by the fields as they are now; in two requests, or three
 * when a text is longer than its column.
 */
export async function checkCells(api: NocoApi, ref: TableRef, cells: readonly PlannedCell[]): Promise<CellCheck[]> {
  const table = await readTable(api, ref)
  const role = await checkRole(api, ref)
  const isTooLong = cells.some((cell) => checkCell(table, cell, false).result === 'unknown')
  const keepsLengths = isTooLong && (await keepsItsLengths(api, table))
  return cells.map((cell) => {
    if (role.result === 'failed') return role
    const check = checkCell(table, cell, keepsLengths)
    return check.result === 'passed' ? role : check
  })
}
