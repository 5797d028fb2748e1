import { AppError } from '#core/errors.ts'
import type { CellCheck, FieldValue, PlannedCell, TableRef } from '#core/ports/source.ts'
import { listed } from '#core/words.ts'
import { cannotWrite, mayEdit, onlyReads } from './check.ts'
import { noWriting } from './explain.ts'
import { isComputed, isKnown } from './field-kinds.ts'
import type { Reader } from './read-records.ts'
import type { AirtableField } from './schema.ts'

const passed: CellCheck = { result: 'passed' }
const failed = (message: string): CellCheck => ({ result: 'failed', message })
const unknown = (message: string): CellCheck => ({ result: 'unknown', message })

const isText = (value: FieldValue) => typeof value === 'string'
const isFiles = (value: FieldValue) => Array.isArray(value)

/** By type of the field, which values it takes beside nothing at all. */
const takes: Readonly<Record<string, (value: FieldValue) => boolean>> = {
  singleLineText: isText,
  multilineText: isText,
  richText: isText,
  email: isText,
  phoneNumber: isText,
  url: isText,
  singleSelect: isText,
  dateTime: (value) => isText(value) && !Number.isNaN(Date.parse(String(value))),
  multipleAttachments: isFiles,
}

function checkValue(field: AirtableField, value: FieldValue): CellCheck {
  const { name, type, options } = field
  if (isComputed(field))
    return failed(`Airtable computes the field "${name}", so it cannot be written. Choose another field in the action.`)
  if (!isKnown(field))
    return unknown(
      `Pictable does not know the type of the field "${name}" (${type}). Check that it accepts the values.`,
    )
  if (value === null) return passed
  if (!takes[type]?.(value))
    return failed(
      `The field "${name}" does not accept ${isFiles(value) ? 'files' : 'text'} (its type is ${type}). Choose another field in the action.`,
    )
  const choices = options?.choices?.map((choice) => choice.name)
  if (type !== 'singleSelect' || choices?.includes(String(value))) return passed
  return failed(
    `The field "${name}" has no option "${String(value)}" (it has: ${listed(choices ?? [])}). Add the option in Airtable, or choose a text field in the action.`,
  )
}

async function checkAccess(reader: Reader, ref: TableRef): Promise<CellCheck> {
  try {
    const base = await reader.schema.base(ref.baseId)
    if (base !== undefined && !mayEdit(base)) return failed(onlyReads(`"${base.name}"`))
    if (await cannotWrite(reader, ref)) return failed(noWriting)
    if (base !== undefined) return passed
    return unknown('Airtable did not list the base, so whether the owner of the token may edit it is unknown.')
  } catch (error) {
    if (error instanceof AppError) return unknown(`Whether the token may update records is unknown: ${error.message}`)
    throw error
  }
}

/** Whether Airtable takes such cells, by the token and by the fields as they are now; in three calls. */
export async function checkCells(reader: Reader, ref: TableRef, cells: readonly PlannedCell[]): Promise<CellCheck[]> {
  const { fields, name } = await reader.schema.table(ref)
  const access = await checkAccess(reader, ref)
  return cells.map(({ fieldId, value }) => {
    const field = fields.find(({ id }) => id === fieldId)
    if (field === undefined)
      return failed(`The field ${fieldId} is no longer in the table "${name}". Choose another field in the action.`)
    const check = access.result === 'failed' ? access : checkValue(field, value)
    return check.result === 'passed' ? access : check
  })
}
