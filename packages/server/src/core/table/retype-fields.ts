import type { FieldKind } from '@pictable/model/field'
import type { InvalidValueRule } from '@pictable/model/table'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { Data } from '#core/ports/data.ts'
import type { FieldValue, Patch } from '#core/ports/source.ts'
import { refuseIfAny } from '#core/refuse.ts'
import { shortened } from '#core/words.ts'
import { InvalidValue } from './cell.ts'
import { cellText } from './cell-text.ts'
import { convertCell } from './convert-cell.ts'
import { rowsOfTable } from './rows-of-table.ts'
import type { Table, TableField, TableRow } from './table.ts'

interface Retyping {
  before: Table
  after: Table
  misfits: InvalidValueRule
}

interface Retyped {
  field: TableField
  from: FieldKind
  place: number
}

const mostMistakes = 20
/** Of up to two hundred fields: then everything else has its turn. */
const ROWS_AT_ONCE = 25

/** The cell in its new kind; null when it does not fit, which is a mistake or wanted. */
function converted(value: FieldValue, { field, from, place }: Retyped, errors: ErrorDetail[]): FieldValue {
  const cell = convertCell(value, { from, to: field.kind })
  if (!(cell instanceof InvalidValue)) return cell
  if (errors.length >= mostMistakes) return null
  const detail = `"${shortened(cellText(value), 60)}" in "${field.name}" ${cell.detail}. Fix the value, or clear all such values with misfits=empty.`
  errors.push({ pointer: pointer('fields', place, 'kind'), detail })
  return null
}

function patchOf(row: TableRow, retyped: readonly Retyped[], errors: ErrorDetail[]): Patch {
  const cells = retyped.flatMap((each) => {
    const value = row.fields[each.field.id] ?? null
    return value === null ? [] : [[each.field.id, converted(value, each, errors)]]
  })
  return { recordId: row.id, fields: Object.fromEntries(cells) }
}

/** Converts the values of fields that have another kind now. @throws AppError `invalid_request` naming the first misfits */
export async function retypeFields(data: Data, { before, after, misfits }: Retyping): Promise<void> {
  const retyped = after.fields.flatMap((field, place): Retyped[] => {
    const from = before.fields.find(({ id }) => id === field.id)?.kind
    return from === undefined || from === field.kind ? [] : [{ field, from, place }]
  })
  if (retyped.length === 0) return
  const errors: ErrorDetail[] = []
  const isRefused = () => misfits === 'refuse' && errors.length >= mostMistakes
  for await (const rows of rowsOfTable(data, after.id)) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const patches = rows.slice(from, from + ROWS_AT_ONCE).map((row) => patchOf(row, retyped, errors))
      if (isRefused()) break
      const changed = patches.filter(({ fields }) => Object.keys(fields).length > 0)
      await data.tables.patchRows(after.id, changed)
    }
    if (isRefused()) break
  }
  if (misfits === 'refuse') refuseIfAny(errors, 'Some values cannot be converted to the new kind.')
  // Deleted rows would come back with values of the old kind.
  await data.tables.forgetRows({ tableId: after.id })
}
