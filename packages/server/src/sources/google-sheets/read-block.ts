import { AppError } from '#core/errors.ts'
import type { TableRef } from '#core/ports/source.ts'
import { askFitting, repeatedPage } from '#sources/hosted/fitting-page.ts'
import { type Grid, type GridRange, type RowFilter, readGrid } from './grid.ts'
import { keyColumnOf } from './identify.ts'
import { type Layout, moveColumns, type Reading, readLayout, SAMPLE_ROWS } from './layout.ts'
import { rejectionIn } from './rejection.ts'
import type { SheetsApi } from './sheets-api.ts'
import { type Spreadsheets, type Tab, tabGone } from './spreadsheet.ts'

/** What is known of a tab since it was last written: spares a look before every batch. */
export interface KnownTab {
  layout: Layout | null
  /** When a sample of its rows was last read. */
  sampledMs: number
  /** Of rows, by the ids of their records. */
  marks: Map<string, number>
}

export interface Reader {
  api: SheetsApi
  spreadsheets: Spreadsheets
  reading: Reading
  known: Map<string, KnownTab>
}

export interface Block {
  grid: Grid
  layout: Layout
}

interface BlockQuery {
  range: GridRange
  /** Of an earlier block: spares the sample of rows. */
  layout: Layout | null
  /** Rows that the kinds of the columns are found in, where they are not known. */
  sampleRows?: number
  signal?: AbortSignal | undefined
}

const isBeyondGrid = (error: unknown) => /exceeds? grid limits/i.test(rejectionIn(error)?.message ?? '')
const isTabGone = (error: unknown) => /no grid with id/i.test(rejectionIn(error)?.message ?? '')

export async function tabMissing({ spreadsheets }: Reader, ref: TableRef): Promise<AppError> {
  spreadsheets.forget(ref.baseId)
  return tabGone(ref, await spreadsheets.get(ref.baseId))
}

/** To the end of the tab, wherever that is by now, where the range reaches it. */
const openAtEnd = (range: GridRange, { rows }: Tab): GridRange =>
  range.endRow >= rows ? { ...range, endRow: Number.POSITIVE_INFINITY } : range

/** The first row; with a sample of others where the kinds of the columns are not known. */
const headOf = (layout: Layout | null, tab: Tab, sampleRows = SAMPLE_ROWS): GridRange =>
  openAtEnd({ startRow: 0, endRow: layout === null ? sampleRows + 1 : 1 }, tab)

function filtersOf({ range, layout, sampleRows }: BlockQuery, tab: Tab): GridRange[] {
  const head = headOf(layout, tab, sampleRows)
  if (range.startRow >= tab.rows) return [head]
  const isWhole = range.startColumn === undefined && range.startRow <= head.endRow
  if (isWhole) return [openAtEnd({ startRow: 0, endRow: Math.max(head.endRow, range.endRow) }, tab)]
  return [head, openAtEnd(range, tab)]
}

/** Whether it is the response to another request: rows by their places come from there, and no others. */
function isOfOtherRows({ rows }: Grid, asked: readonly RowFilter[]): boolean {
  const ranges = asked.flatMap((filter) => ('metadataId' in filter ? [] : [filter]))
  if (ranges.length < asked.length) return false
  return [...rows.keys()].some((row) => !ranges.some(({ startRow, endRow }) => row >= startRow && row < endRow))
}

/** Reads parts of a tab with its header, as they are at one moment; asks again when rows were deleted since their number was read. */
async function readParts(
  reader: Reader,
  ref: TableRef,
  query: {
    layout: Layout | null
    filters: (tab: Tab) => RowFilter[]
    signal?: AbortSignal | undefined
  },
): Promise<Block> {
  const { baseId } = ref
  const { layout, filters, signal } = query
  for (let attempts = 1; ; attempts++) {
    const { tab, spreadsheet } = await reader.spreadsheets.tab(ref)
    try {
      const { sheetId, title } = tab
      const asked = filters(tab)
      const grid = await readGrid(reader.api, { baseId, sheetId, filters: asked, signal })
      if (grid === null) throw await tabMissing(reader, ref)
      if (isOfOtherRows(grid, asked)) throw repeatedPage('Google Sheets', 'check the proxy in front of it')
      tab.rows = grid.rowCount
      if (layout !== null) return { grid, layout: moveColumns(layout, grid) }
      return { grid, layout: readLayout(grid, { ...reader.reading, title, timeZone: spreadsheet.timeZone }) }
    } catch (error) {
      if (isTabGone(error)) throw await tabMissing(reader, ref)
      if (!isBeyondGrid(error) || attempts > 3) throw error
      reader.spreadsheets.forget(baseId)
    }
  }
}

/** Rows of a tab, with its header. */
export function readBlock(reader: Reader, ref: TableRef, query: BlockQuery): Promise<Block> {
  const { layout, signal } = query
  return readParts(reader, ref, { layout, filters: (tab) => filtersOf(query, tab), signal })
}

/** The rows that have these marks, with the header. */
export function readMarked(
  reader: Reader,
  ref: TableRef,
  { marks, layout }: { marks: readonly number[]; layout: Layout | null },
): Promise<Block> {
  const found = marks.map((metadataId) => ({ metadataId }))
  return readParts(reader, ref, { layout, filters: (tab) => [headOf(layout, tab), ...found] })
}

export async function layoutOf(reader: Reader, ref: TableRef): Promise<Layout> {
  const ask = (sampleRows: number) =>
    readBlock(reader, ref, { range: { startRow: 0, endRow: sampleRows + 1 }, layout: null, sampleRows })
  return (await askFitting(SAMPLE_ROWS, ask)).answer.layout
}

/** Attempts to read a column that others move. */
const MAX_MOVES = 8

/** The column of all rows that has their keys; the first one, where their marks do without. */
export async function readKeyColumn(
  reader: Reader,
  ref: TableRef,
  { layout, signal }: { layout: Layout; signal?: AbortSignal | undefined },
): Promise<Block> {
  const { keyColumn } = reader.reading
  const indexIn = (given: Layout) => (keyColumn === undefined ? 0 : keyColumnOf(given, keyColumn).index)
  let known = layout
  for (let moves = 0; ; moves++) {
    const index = indexIn(known)
    const range = { startRow: 1, endRow: Number.MAX_SAFE_INTEGER, startColumn: index, endColumn: index + 1 }
    const block = await readBlock(reader, ref, { range, layout: known, signal })
    if (indexIn(block.layout) === index) return block
    if (moves >= MAX_MOVES)
      throw new AppError(
        'source_unavailable',
        `The columns of the tab "${layout.title}" were moved all the time while it was read. Retry when other programs have finished.`,
      )
    known = block.layout
  }
}

export function knownOf({ known }: Reader, { baseId, tableId }: TableRef): KnownTab {
  const name = JSON.stringify([baseId, tableId])
  const found = known.get(name) ?? { layout: null, sampledMs: 0, marks: new Map<string, number>() }
  known.set(name, found)
  return found
}

/** What columns hold is looked at again after this time. */
const SAMPLE_LIFE_MS = 60_000

/** The layout of a tab that was written a moment ago, or null. */
export function recentLayout(known: KnownTab): Layout | null {
  if (performance.now() < known.sampledMs + SAMPLE_LIFE_MS) return known.layout
  known.sampledMs = performance.now()
  known.layout = null
  return null
}
