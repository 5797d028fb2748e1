import { AppError } from '#core/errors.ts'
import type { Page, PagesOptions, SourceRecord, TableRef } from '#core/ports/source.ts'
import { askFitting, isTooLarge } from '#sources/hosted/fitting-page.ts'
import type { GridRow } from './grid.ts'
import { byKey, keyColumnOf, rowsIn } from './identify.ts'
import { columnOf, isFilled, keyIn, type Layout, moveColumns, recordOf, SAMPLE_ROWS } from './layout.ts'
import { createMarks, markOf } from './marks.ts'
import { type Block, knownOf, type Reader, readBlock, readKeyColumn, readMarked, tabMissing } from './read-block.ts'

/** Rows that one request brings: three of them bring 10,000. */
export const blockMax = 3400

/** Attempts to mark rows that others insert at the same time. */
const MAX_ROUNDS = 5

interface Identified {
  layout: Layout
  rowCount: number
  /** By the ids of their records. */
  rows: Map<string, GridRow>
}

interface BlockRange {
  startRow: number
  endRow: number
}

/** The rows of a block by their marks, which those that have none are given now. */
async function byMark(
  reader: Reader,
  ref: TableRef,
  { block, startRow, endRow }: BlockRange & { block: Block },
): Promise<Identified> {
  let { grid, layout } = block
  for (let round = 0; ; round++) {
    const filled = rowsIn(grid, startRow, endRow).filter(isFilled)
    const unmarked = filled.filter((row) => markOf(row) === null).map(({ index }) => index)
    if (unmarked.length === 0 || round >= MAX_ROUNDS) {
      const rows = filled.flatMap((row): [string, GridRow][] => {
        const mark = markOf(row)
        return mark === null ? [] : [[String(mark), row]]
      })
      return { layout, rowCount: grid.rowCount, rows: new Map(rows) }
    }
    const shows = (rowCount: number) => ['1:1', `${startRow + 1}:${Math.min(endRow, rowCount)}`]
    const marked = await createMarks(reader, ref, { rows: unmarked, shows, mayStartOver: false })
    if (marked === null) throw await tabMissing(reader, ref)
    grid = marked
    layout = moveColumns(layout, grid)
  }
}

async function identified(reader: Reader, ref: TableRef, given: BlockRange & { block: Block }): Promise<Identified> {
  const { keyColumn } = reader.reading
  if (keyColumn === undefined) return byMark(reader, ref, given)
  const { grid, layout } = given.block
  const rows = byKey(layout, keyColumnOf(layout, keyColumn), rowsIn(grid, given.startRow, given.endRow))
  const { marks } = knownOf(reader, ref)
  for (const [id, row] of rows) {
    const mark = markOf(row)
    if (mark !== null) marks.set(id, mark)
  }
  return { layout, rowCount: grid.rowCount, rows }
}

/** The ids of all rows, as they are at one moment. */
async function readIds(reader: Reader, ref: TableRef, query: { layout: Layout; signal?: AbortSignal | undefined }) {
  const { keyColumn } = reader.reading
  const { grid, layout } = await readKeyColumn(reader, ref, query)
  const rows = rowsIn(grid, 1, grid.rowCount)
  if (keyColumn !== undefined) return [...byKey(layout, keyColumnOf(layout, keyColumn), rows).keys()]
  return rows.map(markOf).flatMap((mark) => (mark === null ? [] : [String(mark)]))
}

function recordsOf(layout: Layout, rows: ReadonlyMap<string, GridRow>, fieldIds?: readonly string[]): SourceRecord[] {
  const columns = fieldIds === undefined ? layout.columns : fieldIds.map((id) => columnOf(layout, id))
  return [...rows].map(([id, row]) => recordOf(layout, { id, row, columns }))
}

/** The rows from `startRow` on, as many of them as fit into a response. */
async function readFitting(
  reader: Reader,
  ref: TableRef,
  {
    startRow,
    most,
    layout,
    signal,
  }: { startRow: number; most: number } & Omit<Parameters<typeof readBlock>[2], 'range'>,
): Promise<{ block: Block; size: number }> {
  const ask = (size: number) => {
    const sampleRows = size < most ? Math.min(SAMPLE_ROWS, size) : SAMPLE_ROWS
    return readBlock(reader, ref, { range: { startRow, endRow: startRow + size }, layout, sampleRows, signal })
  }
  try {
    const { answer: block, size } = await askFitting(most, ask)
    return { block, size }
  } catch (error) {
    if (!isTooLarge(error)) throw error
    const message = `The row ${startRow + 1} of the tab, or its first rows, are larger than a response may be. Shorten their texts.`
    throw new AppError('source_invalid', message, { cause: error })
  }
}

/**
 * The records of a tab, block by block. Rows that move to another block while it is read are given once: what was missed is
 * found by the ids of all rows, which are read together at the end.
 */
export async function* readPages(reader: Reader, ref: TableRef, options: PagesOptions): AsyncGenerator<Page> {
  const { viewId, fieldIds, cursor, limit = blockMax, signal } = options
  signal?.throwIfAborted()
  if (viewId !== null)
    throw new AppError('source_not_found', 'A Google Sheets tab has no views. Choose no view in the action.')
  const isFromStart = (cursor ?? null) === null
  const given = new Set<string>()
  let layout: Layout | null = null
  let blocks = 0
  let next = Math.max(1, Number(cursor ?? 1))
  let most = Math.min(blockMax, Math.max(1, limit))
  for (let isEnd = false; !isEnd; blocks++) {
    signal?.throwIfAborted()
    const { block, size } = await readFitting(reader, ref, { startRow: next, most, layout, signal })
    const endRow = next + size
    const found: Identified = await identified(reader, ref, { block, startRow: next, endRow })
    layout = found.layout
    isEnd = endRow >= found.rowCount
    const records = recordsOf(layout, found.rows, fieldIds).filter(({ id }) => !given.has(id))
    for (const { id } of records) given.add(id)
    const isLast = isEnd && (blocks === 0 || !isFromStart)
    yield { records, cursor: isLast ? null : String(endRow) }
    if (isLast) return
    next = endRow
    // Rows that were too long for a response are followed by others like them.
    most = size < most ? size : blockMax
  }
  const ids = layout === null ? [] : await readIds(reader, ref, { layout, signal })
  const missed = ids.filter((id) => !given.has(id))
  yield {
    records: missed.length === 0 ? [] : await readRecords(reader, ref, { recordIds: missed, fieldIds }),
    cursor: null,
  }
}

interface NamedQuery {
  recordIds: readonly string[]
  fieldIds?: readonly string[] | undefined
}

/** Marks are whole numbers of 32 bits. */
const isMark = (id: string) => /^\d{1,10}$/.test(id) && Number(id) < 2 ** 31

/** Rows that one request finds by their marks. */
export const namedMax = 1000

async function readByMark(reader: Reader, ref: TableRef, { recordIds, fieldIds }: NamedQuery): Promise<SourceRecord[]> {
  const found: SourceRecord[] = []
  const ids = [...new Set(recordIds)].filter(isMark)
  for (let from = 0; from < ids.length; ) {
    const start = from
    const ask = (size: number) =>
      readMarked(reader, ref, { marks: ids.slice(start, start + size).map(Number), layout: null })
    const { answer, size } = await askFitting(Math.min(namedMax, ids.length - start), ask)
    const { grid, layout } = answer
    const some = new Set(ids.slice(start, start + size))
    from += size
    const filled = rowsIn(grid, 1, grid.rowCount).filter(isFilled)
    const rows = filled
      .flatMap((row) => row.marks.map(({ id }) => [String(id), row] as const))
      .filter(([id]) => some.has(id))
    found.push(...recordsOf(layout, new Map(rows), fieldIds))
  }
  return found
}

/** The rows that are known by their marks and still have their keys; null when that is not all of them. */
async function readKnown(reader: Reader, ref: TableRef, { recordIds, fieldIds }: NamedQuery) {
  const { keyColumn = '' } = reader.reading
  const { marks } = knownOf(reader, ref)
  const known = recordIds.flatMap((id) => marks.get(id) ?? [])
  if (known.length < recordIds.length || known.length > namedMax) return null
  const marked = await readMarked(reader, ref, { marks: known, layout: null }).catch((error: unknown) => {
    if (!isTooLarge(error)) throw error
  })
  if (marked === undefined) return null
  const { grid, layout } = marked
  const column = keyColumnOf(layout, keyColumn)
  const wanted = new Map(recordIds.map((id) => [id, marks.get(id)]))
  const rows = rowsIn(grid, 1, grid.rowCount).flatMap((row): [string, GridRow][] => {
    const key = keyIn(row, column)
    return row.marks.some(({ id }) => id === wanted.get(key)) ? [[key, row]] : []
  })
  return rows.length < wanted.size ? null : recordsOf(layout, new Map(rows), fieldIds)
}

async function readByKey(reader: Reader, ref: TableRef, { recordIds, fieldIds }: NamedQuery): Promise<SourceRecord[]> {
  const known = await readKnown(reader, ref, { recordIds, fieldIds })
  if (known !== null) return known
  const wanted = new Set(recordIds)
  const found = new Map<string, SourceRecord>()
  let layout: Layout | null = null
  let most = blockMax
  for (let startRow = 1, isEnd = false; !isEnd; ) {
    const { block, size } = await readFitting(reader, ref, { startRow, most, layout })
    const endRow = startRow + size
    most = size
    const { rows, rowCount } = await identified(reader, ref, { block, startRow, endRow })
    layout = block.layout
    for (const [id] of rows) if (!wanted.has(id)) rows.delete(id)
    for (const record of recordsOf(layout, rows, fieldIds)) found.set(record.id, record)
    isEnd = endRow >= rowCount || found.size === wanted.size
    startRow = endRow
  }
  return [...found.values()]
}

/** The records with these ids; those that are gone are left out. */
export async function readRecords(reader: Reader, ref: TableRef, query: NamedQuery): Promise<SourceRecord[]> {
  if (query.recordIds.length === 0) return []
  return reader.reading.keyColumn === undefined ? readByMark(reader, ref, query) : readByKey(reader, ref, query)
}
