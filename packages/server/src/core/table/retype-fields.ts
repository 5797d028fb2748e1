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
import { createLinkReader } from './link-reader.ts'
import type { Cells } from './rows.ts'
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

/** Tells of a value that does not fit. */
function refuse(
  value: FieldValue,
  { field, place }: Retyped,
  { detail, errors }: { detail: string; errors: ErrorDetail[] },
) {
  if (errors.length >= mostMistakes) return
  const told = `"${shortened(cellText(value), 60)}" in "${field.name}" ${detail}. Fix the value, or clear all such values with misfits=empty.`
  errors.push({ pointer: pointer('fields', place, 'kind'), detail: told })
}

/** The cell in its new kind; null when it does not fit, which is a mistake or wanted. */
function converted(value: FieldValue, retyped: Retyped, errors: ErrorDetail[]): FieldValue {
  const { kind: to, format } = retyped.field
  const cell = convertCell(value, { from: retyped.from, to, ...(format && { format }) })
  if (!(cell instanceof InvalidValue)) return cell
  refuse(value, retyped, { detail: cell.detail, errors })
  return null
}

function cellsOf(row: TableRow, retyped: readonly Retyped[], errors: ErrorDetail[]): Cells {
  const cells = retyped.flatMap((each) => {
    const value = row.fields[each.field.id] ?? null
    return value === null ? [] : [[each.field.id, converted(value, each, errors)]]
  })
  return Object.fromEntries(cells)
}

/** The rows with their links found; what names no row is null, which is a mistake or wanted. */
function toBeLinked(
  { fields }: TableRow,
  { cells, retyped, errors }: { cells: Cells; retyped: readonly Retyped[]; errors: ErrorDetail[] },
) {
  return {
    cells,
    refuse({ id }: TableField, detail: string) {
      const each = retyped.find(({ field }) => field.id === id)
      if (each !== undefined) refuse(fields[id] ?? null, each, { detail, errors })
      cells[id] = null
    },
  }
}

/**
 * Converts the values of fields that are to have another kind. The table is locked, and still has the fields of before.
 * @throws AppError `invalid_request` naming the first misfits
 */
export async function retypeFields(data: Data, { before, after, misfits }: Retyping): Promise<void> {
  const retyped = after.fields.flatMap((field, place): Retyped[] => {
    const known = before.fields.find(({ id }) => id === field.id)
    const isSame = known?.kind === field.kind && known.linkedTableId === field.linkedTableId
    return known === undefined || isSame ? [] : [{ field, from: known.kind, place }]
  })
  if (retyped.length === 0) return
  const links = retyped.map(({ field }) => field)
  const readLinks = createLinkReader(data.tables, links, { readsAll: true })
  const errors: ErrorDetail[] = []
  const isRefused = () => misfits === 'refuse' && errors.length >= mostMistakes
  for await (const rows of rowsOfTable(data, after.id)) {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const part = rows.slice(from, from + ROWS_AT_ONCE)
      const patches = part.map((row): Patch & { fields: Cells } => ({
        recordId: row.id,
        fields: cellsOf(row, retyped, errors),
      }))
      await readLinks(part.map((row, at) => toBeLinked(row, { cells: patches[at]?.fields ?? {}, retyped, errors })))
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
