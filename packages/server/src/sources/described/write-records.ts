import { AppError } from '#core/errors.ts'
import type { CellCheck, FieldValue, Patch, PatchResult, PlannedCell, TableRef } from '#core/ports/source.ts'
import { writeInBatches } from '#sources/hosted/write-in-batches.ts'
import { ValueError, writeValue } from '#sources/hosted/write-value.ts'
import type { DescribedApi } from './described-api.ts'
import type { Description } from './description.ts'
import { fillFiles } from './files.ts'
import { fillText, fits } from './notation.ts'
import { type DescribedField, type DescribedTable, fieldGone, readTable } from './read-table.ts'
import { DescribedError } from './rejection.ts'
import { isFiles, type Row, sendRows } from './send-rows.ts'

const failed = (code: string, message: string): PatchResult => ({ ok: false, code, message, retryable: false })

/** A value as it is written; files as they were given. @throws ValueError */
function cellOf({ title }: Description, field: DescribedField, value: FieldValue): unknown {
  const { rule, computed, choices, maxLength, isRequired } = field
  if (value === null && isRequired) throw new ValueError(`must not be empty. Allow empty values in ${title}`)
  if (rule?.write === 'files' && !computed && (value === null || isFiles(value))) return value
  const written = writeValue({ product: title, computed, choices, writes: rule?.write }, value)
  if (maxLength === null || typeof written !== 'string' || written.length <= maxLength) return written
  throw new ValueError(
    `accepts at most ${maxLength} characters, and the text has ${written.length}. Widen the field in ${title}`,
  )
}

const inWords = (field: DescribedField, { message }: ValueError) =>
  `The field "${field.name}" ${message}. Choose another field in the action.`

/** The patch as a row, or why it cannot be one. */
function rowOf(description: Description, table: DescribedTable, patch: Patch): { row: Row } | { refused: PatchResult } {
  const row: Row = {}
  for (const [fieldId, value] of Object.entries(patch.fields)) {
    const field = table.fields.find(({ id }) => id === fieldId)
    if (field === undefined) return { refused: failed('source_not_found', fieldGone(table, fieldId)) }
    try {
      row[field.cell] = cellOf(description, field, value)
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      return { refused: failed('source_invalid', inWords(field, error)) }
    }
  }
  return { row }
}

/** A field that is gone from all patches is gone for all records to come. @throws AppError `source_not_found` */
function endWhereNothingIsLeft(results: ReadonlyMap<Patch, PatchResult>, rows: ReadonlyMap<Patch, Row>): void {
  const [first, ...others] = [...results.values()].filter((result) => !result.ok)
  if (rows.size > 0 || first === undefined || first.code !== 'source_not_found') return
  if (others.every(({ message }) => message === first.message)) throw new AppError('source_not_found', first.message)
}

/** Writes patches, in batches that are parted until those at fault stand alone. */
export async function writeRecords(
  api: DescribedApi,
  ref: TableRef,
  patches: readonly Patch[],
): Promise<PatchResult[]> {
  if (patches.length === 0) return []
  const table = await readTable(api, ref)
  const rows = new Map<Patch, Row>()
  const results = new Map<Patch, PatchResult>()
  for (const patch of patches) {
    const read = rowOf(api.description, table, patch)
    if ('refused' in read) results.set(patch, read.refused)
    else rows.set(patch, read.row)
  }
  endWhereNothingIsLeft(results, rows)
  for (const [patch, result] of await fillFiles(api, table, rows)) {
    rows.delete(patch)
    results.set(patch, result)
  }
  const good = [...rows.keys()]
  const batchMax = api.description.write?.max ?? 1
  const write = (batch: readonly Patch[]) =>
    sendRows(api, table, new Map(batch.map((patch) => [patch.recordId, rows.get(patch) ?? {}])))
  const written = await writeInBatches(good, { batchMax, write })
  good.forEach((patch, index) => {
    results.set(patch, written[index] ?? { ok: true })
  })
  return patches.map((patch) => results.get(patch) ?? { ok: true })
}

const passed: CellCheck = { result: 'passed' }

/** Whether the credentials may write, by a request that changes nothing. */
async function checkPermission(api: DescribedApi, table: DescribedTable): Promise<CellCheck> {
  const { description } = api
  const check = description.write?.check
  if (check === undefined) return passed
  try {
    const answer = await api.send(check, { context: table.context })
    if (
      fits(
        answer,
        check.where.map((each) => ({ ...each, at: fillText(each.at, table.context) })),
      )
    )
      return passed
    const message = `The credentials lack the permission to change records of this table in ${description.title}. Grant it there, or use others in the connection.`
    return { result: 'failed', message }
  } catch (error) {
    if (!(error instanceof DescribedError)) throw error
    if (check.passes.includes(error.vendorCode)) return passed
    if (error.code === 'source_forbidden') return { result: 'failed', message: error.message }
    throw error
  }
}

function checkCell(description: Description, table: DescribedTable, { fieldId, value }: PlannedCell): CellCheck {
  const field = table.fields.find(({ id }) => id === fieldId)
  if (field === undefined) return { result: 'failed', message: fieldGone(table, fieldId) }
  try {
    cellOf(description, field, value)
    return passed
  } catch (error) {
    if (error instanceof ValueError) return { result: 'failed', message: inWords(field, error) }
    throw error
  }
}

/** Whether the product takes such cells, by its fields and the permissions as they are now. */
export async function checkCells(
  api: DescribedApi,
  ref: TableRef,
  cells: readonly PlannedCell[],
): Promise<CellCheck[]> {
  const { description } = api
  if (description.write === undefined) {
    const message = `Tables of ${description.title} are read-only here: its description has no way to write.`
    return cells.map(() => ({ result: 'failed', message }))
  }
  const table = await readTable(api, ref)
  const permission = await checkPermission(api, table)
  return cells.map((cell) => (permission.result === 'passed' ? checkCell(description, table, cell) : permission))
}
