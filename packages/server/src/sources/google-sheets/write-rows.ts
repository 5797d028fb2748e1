import { AppError } from '#core/errors.ts'
import type { Patch, PatchResult, TableRef } from '#core/ports/source.ts'
import { CellError, enteredOf } from './entered.ts'
import { type Column, columnGone, type Layout } from './layout.ts'
import { type LocatedRow, type Location, locateRows } from './locate-rows.ts'
import type { Reader } from './read-block.ts'
import { rejectionIn } from './rejection.ts'
import { cellsAt, damageOf, type Entered, repair, sendRows, valuesAt } from './send-rows.ts'

/** Rows that one request writes. */
export const batchMax = 500

/** Attempts to find rows that other programs move all the time. */
const MAX_ROUNDS = 8

/** What goes into one row, by header. */
interface Writing {
  index: number
  recordId: string
  cells: ReadonlyMap<string, Entered>
}

const failed = (code: string, message: string, retryable = false): PatchResult => ({
  ok: false,
  code,
  message,
  retryable,
})

/** @returns why the column cannot be written, or null */
export function writeProblem({ title }: Layout, column: Column): string | null {
  const { name, computed, isDouble } = column
  if (isDouble)
    return `The tab "${title}" has several columns "${name}". Rename all but one in Google Sheets, or choose another field in the action.`
  if (computed)
    return `The column "${name}" of the tab "${title}" holds formulas, so it is not written. Choose another field in the action.`
  return null
}

/** The columns of a writing as they are now, or why it cannot be written. */
function columnProblem(layout: Layout, { cells }: Writing): PatchResult | null {
  for (const name of cells.keys()) {
    const column = layout.columns.find((each) => each.name === name)
    if (column === undefined) return failed('source_not_found', columnGone(layout, name).message)
    const problem = writeProblem(layout, column)
    if (problem !== null) return failed('source_invalid', problem)
  }
  return null
}

/** The tab has fewer columns by now. */
const isOutdated = (error: unknown) => /cannot fit|exceeds? grid limits/i.test(rejectionIn(error)?.message ?? '')

const rowGone = (recordId: string, title: string) =>
  failed('source_not_found', `The row "${recordId}" was deleted from the tab "${title}" during the run.`)
const keepsMoving = (title: string) =>
  failed(
    'source_unavailable',
    `The rows of the tab "${title}" were moved all the time, so the record was not written. Retry when other programs have finished.`,
    true,
  )

interface Batch {
  reader: Reader
  ref: TableRef
  results: PatchResult[]
  /** All of the batch, by record. */
  writings: ReadonlyMap<string, Writing>
}

interface Ready extends LocatedRow {
  writing: Writing
}

interface Sent {
  header: readonly string[] | null
  /** The rows that were there, by their marks. */
  written: ReadonlyMap<number, readonly unknown[] | null>
}

const keyText = (value: unknown) =>
  typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '').trim()

/**
 * The keys that rows had in the moment of the write, where they are not those of their records: a sort that left the marks
 * where they were.
 */
function otherKeys({ keyColumn }: Layout, { header, written }: Sent, rows: readonly Ready[]): Map<Ready, string> {
  const index = keyColumn === null || header === null ? -1 : header.indexOf(keyColumn.name)
  const found = new Map<Ready, string>()
  if (index < 0) return found
  for (const ready of rows) {
    const values = written.get(ready.mark) ?? null
    const key = values === null ? ready.writing.recordId : keyText(values[index])
    if (key !== ready.writing.recordId) found.set(ready, key)
  }
  return found
}

/** Rows of the batch are written again; of any other it is not known what was in them. */
function reportOthers({ results }: Batch, { title }: Layout, others: ReadonlyMap<Ready, string>): void {
  for (const [{ writing }, key] of others) {
    const names = [...writing.cells.keys()].map((name) => `"${name}"`).join(', ')
    const row = key === '' ? 'an empty row' : `the row "${key}"`
    results[writing.index] = failed(
      'source_unavailable',
      `The rows of the tab "${title}" were sorted in the moment in which the record was written, and ${row} got its values in ${names}. Check that row.`,
    )
  }
}

/** @returns what has to be written again: its row lost its mark, or rows or columns were moved in the moment of the write */
async function checkSent(batch: Batch, { layout }: Location, { rows, ...sent }: Sent & { rows: readonly Ready[] }) {
  const { header, written } = sent
  const found = rows.filter(({ mark }) => written.has(mark))
  const meantBy = ({ cells }: Writing) =>
    new Map(layout.columns.flatMap(({ name, index }) => (cells.has(name) ? [[index, name] as const] : [])))
  const damages = found.flatMap((each) => damageOf(header ?? [], { ...each, meant: meantBy(each.writing) }))
  const others = otherKeys(layout, sent, found)
  if (header === null || damages.length + others.size === 0)
    return rows.filter(({ mark }) => !written.has(mark)).map(({ writing }) => writing)
  if (damages.length > 0) await repair(batch.reader, batch.ref, { layout, header, damages })
  reportOthers(batch, layout, new Map([...others].filter(([, key]) => !batch.writings.has(key))))
  const overwritten = [...others.values()].flatMap((key) => batch.writings.get(key) ?? [])
  return [...rows.map(({ writing }) => writing), ...overwritten]
}

/** Whether Google rejected a row, and would take others. */
const isRowFault = (error: unknown): error is AppError =>
  error instanceof AppError && /protected|50000 characters/i.test(rejectionIn(error)?.message ?? '')

/** Rows that are tried alone before the others are: when each is rejected, so is everything. */
function probesOf(rows: readonly Ready[]): Ready[] {
  if (rows.length < 16) return []
  const places = [0, 1 / 3, 2 / 3, 1].map((part) => Math.floor(part * (rows.length - 1)))
  return rows.filter((_, place) => places.includes(place))
}

/** Parts rejected rows until those at fault are alone. */
async function writeParted(batch: Batch, located: Location, rows: readonly Ready[]): Promise<Writing[]> {
  const probes = probesOf(rows)
  const left: Writing[] = []
  for (const probe of probes) left.push(...(await writeLocated(batch, located, [probe])))
  const failures = probes.map(({ writing }) => batch.results[writing.index])
  const [first] = failures
  const isSame = (other: PatchResult | undefined) => JSON.stringify(other) === JSON.stringify(first)
  const rest = rows.filter((row) => !probes.includes(row))
  if (first?.ok === false && failures.every(isSame)) {
    for (const { writing } of rest) batch.results[writing.index] = first
    return left
  }
  const middle = Math.ceil(rest.length / 2)
  left.push(...(await writeLocated(batch, located, rest.slice(0, middle))))
  left.push(...(await writeLocated(batch, located, rest.slice(middle))))
  return left
}

/** Writes rows by their marks. @returns what has to be written again */
async function writeLocated(batch: Batch, located: Location, rows: readonly Ready[]): Promise<Writing[]> {
  const { reader, ref, results } = batch
  if (rows.length === 0) return []
  const { layout } = located
  const cells = rows.map(({ writing, mark }) => ({ mark, values: valuesAt(cellsAt(layout, writing.cells)) }))
  let sent: Sent
  try {
    sent = await sendRows(reader, ref, { rows: cells })
  } catch (error) {
    if (isOutdated(error)) return rows.map(({ writing }) => writing)
    if (!isRowFault(error)) throw error
    const [first] = rows
    if (rows.length > 1 || first === undefined) return writeParted(batch, located, rows)
    results[first.writing.index] = failed(error.code, error.message)
    return []
  }
  return checkSent(batch, located, { ...sent, rows })
}

/** What can be written now; for the rest, why not. */
function readyRows({ results }: Batch, { layout, rows, gone, problems }: Location, left: readonly Writing[]) {
  const ready: Ready[] = []
  const waiting: Writing[] = []
  for (const writing of left) {
    const { index, recordId } = writing
    const found = rows.get(recordId)
    const problem = problems.get(recordId)
    const wrong = columnProblem(layout, writing)
    if (wrong !== null) results[index] = wrong
    else if (found !== undefined) ready.push({ ...found, writing })
    else if (problem !== undefined) results[index] = failed('source_invalid', problem)
    else if (gone.has(recordId)) results[index] = rowGone(recordId, layout.title)
    else waiting.push(writing)
  }
  return { ready, waiting }
}

/** One batch: find the rows, write them by their marks; rows that moved in between are found again. */
async function writeBatch(batch: Batch): Promise<void> {
  const { reader, ref, results } = batch
  let left = [...batch.writings.values()]
  let title = ''
  for (let round = 0; left.length > 0 && round < MAX_ROUNDS; round++) {
    const ids = left.map(({ recordId }) => recordId)
    const located = await locateRows(reader, ref, ids)
    title = located.layout.title
    const { ready, waiting } = readyRows(batch, located, left)
    left = [...new Set([...waiting, ...(await writeLocated(batch, located, ready))])]
  }
  for (const { index } of left) results[index] = keepsMoving(title)
}

function readPatch({ recordId, fields }: Patch, index: number): Writing | PatchResult {
  const cells = new Map<string, Entered>()
  for (const [name, value] of Object.entries(fields)) {
    try {
      cells.set(name, enteredOf(value))
    } catch (error) {
      if (!(error instanceof CellError)) throw error
      return failed('source_invalid', `The field "${name}" ${error.message}, or choose another field in the action.`)
    }
  }
  return { index, recordId, cells }
}

/** In order, and no record twice in a batch. */
function batchesOf(writings: readonly Writing[]): Writing[][] {
  const batches: Writing[][] = []
  let records = new Set<string>()
  for (const writing of writings) {
    const last = batches.at(-1)
    if (last !== undefined && last.length < batchMax && !records.has(writing.recordId)) last.push(writing)
    else {
      batches.push([writing])
      records = new Set()
    }
    records.add(writing.recordId)
  }
  return batches
}

/**
 * Writes patches, 500 rows with one request.
 * @throws AppError `source_not_found` when the tab is gone, or the column that all of them want to write into
 */
export async function writeRows(reader: Reader, ref: TableRef, patches: readonly Patch[]): Promise<PatchResult[]> {
  const results: PatchResult[] = patches.map(() => ({ ok: true }))
  const writings: Writing[] = []
  for (const [index, patch] of patches.entries()) {
    const read = readPatch(patch, index)
    if ('ok' in read) results[index] = read
    else writings.push(read)
  }
  for (const batch of batchesOf(writings)) {
    const byRecord = new Map(batch.map((writing) => [writing.recordId, writing]))
    await writeBatch({ reader, ref, results, writings: byRecord })
  }
  const [first] = results
  if (first?.ok === false && first.code === 'source_not_found' && /^The column/.test(first.message))
    if (results.every((result) => !result.ok && result.message === first.message))
      throw new AppError('source_not_found', first.message)
  return results
}
