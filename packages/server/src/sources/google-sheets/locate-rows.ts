import type { TableRef } from '#core/ports/source.ts'
import { shortened } from '#core/words.ts'
import type { Grid, GridRow } from './grid.ts'
import { keyColumnOf, rowsIn } from './identify.ts'
import { type Column, keyIn, type Layout, moveColumns } from './layout.ts'
import { createMarks, markOf } from './marks.ts'
import {
  type Block,
  type KnownTab,
  knownOf,
  layoutOf,
  type Reader,
  readKeyColumn,
  readMarked,
  recentLayout,
  tabMissing,
} from './read-block.ts'

/** A row that is there, as it is before it is written. */
export interface LocatedRow {
  mark: number
  row: GridRow
}

export interface Location {
  layout: Layout
  /** By id; those whose rows moved are in none of these. */
  rows: ReadonlyMap<string, LocatedRow>
  gone: ReadonlySet<string>
  problems: ReadonlyMap<string, string>
}

/** The letters of a column. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : lettersOf(Math.floor(index / 26) - 1) + last
}

type Found = GridRow | { problem: string }

function rowsByKey({ grid, layout }: Block, column: Column): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const row of rowsIn(grid, 1, grid.rowCount)) {
    const key = keyIn(row, column)
    if (key === '') continue
    const other = found.get(key)
    if (other === undefined) found.set(key, row)
    else if ('index' in other) {
      const problem = `The rows ${other.index + 1} and ${row.index + 1} of the tab "${layout.title}" have the same key "${shortened(key, 40)}" in the column "${column.name}", so neither was written. Give each row another one.`
      found.set(key, { problem })
    }
  }
  return found
}

interface Search {
  keyColumn: string
  known: KnownTab
  /** Records whose rows have no known mark. */
  wanted: ReadonlySet<string>
}

/** Rows that are marked with those of a batch: the next batches find theirs without a search. */
const MOST_MARKED = 3000

/** Marks rows that have none. @returns the key column right after; null when it was moved */
async function markRows(
  reader: Reader,
  ref: TableRef,
  { layout, rows, others }: { layout: Layout; rows: readonly number[]; others: readonly number[] },
): Promise<Grid | null> {
  const index = layout.keyColumn?.index ?? 0
  const column = lettersOf(index)
  const marked = await createMarks(reader, ref, {
    rows,
    more: others.slice(0, MOST_MARKED - rows.length),
    shows: () => ['1:1', `${column}:${column}`],
    mayStartOver: true,
  })
  if (marked === null) throw await tabMissing(reader, ref)
  return moveColumns(layout, marked).keyColumn?.index === index ? marked : null
}

/** Finds rows by their keys in the whole key column, and marks those that have none. */
async function findMarks(reader: Reader, ref: TableRef, { keyColumn, known, wanted }: Search) {
  const gone = new Set<string>()
  const problems = new Map<string, string>()
  const layout = recentLayout(known) ?? (await layoutOf(reader, ref))
  const block = await readKeyColumn(reader, ref, { layout })
  known.layout = block.layout
  const column = keyColumnOf(block.layout, keyColumn)
  function take(rows: ReadonlyMap<string, Found>) {
    const unmarked: [id: string, row: number][] = []
    for (const [id, found] of rows) {
      const mark = 'index' in found ? markOf(found) : null
      if (mark !== null) known.marks.set(id, mark)
      else if ('index' in found) unmarked.push([id, found.index])
      else if (wanted.has(id)) problems.set(id, found.problem)
    }
    return unmarked
  }
  const rows = rowsByKey(block, column)
  for (const id of wanted) if (!rows.has(id)) gone.add(id)
  const unmarked = take(rows)
  const placesOf = (isWanted: boolean) => unmarked.filter(([id]) => wanted.has(id) === isWanted).map(([, row]) => row)
  const needed = placesOf(true)
  if (needed.length > 0) {
    const grid = await markRows(reader, ref, { layout: block.layout, rows: needed, others: placesOf(false) })
    if (grid !== null) take(rowsByKey({ ...block, grid }, column))
  }
  return { gone, problems }
}

/** The known marks of records, with their ids. */
function marksOf({ reading }: Reader, known: KnownTab, recordIds: readonly string[]): Map<number, string> {
  const found = new Map<number, string>()
  for (const id of recordIds) {
    const mark = reading.keyColumn === undefined ? Number(id) : known.marks.get(id)
    if (mark === undefined || !Number.isInteger(mark) || mark >= 2 ** 31) continue
    const other = found.get(mark)
    if (other === undefined) found.set(mark, id)
    else for (const outdated of [id, other]) known.marks.delete(outdated)
  }
  return found
}

/** The rows that have these marks, and still the keys of their records. */
function locatedIn(grid: Grid, marks: ReadonlyMap<number, string>, keyColumn: Column | null): Map<string, LocatedRow> {
  const found = new Map<string, LocatedRow>()
  for (const row of rowsIn(grid, 1, grid.rowCount)) {
    for (const { id: mark } of row.marks) {
      const id = marks.get(mark)
      if (id !== undefined && (keyColumn === null || keyIn(row, keyColumn) === id)) found.set(id, { mark, row })
    }
  }
  return found
}

/** The rows of records as they are at one moment, with their marks. */
export async function locateRows(reader: Reader, ref: TableRef, recordIds: readonly string[]): Promise<Location> {
  const { keyColumn } = reader.reading
  const known = knownOf(reader, ref)
  const wanted = new Set(recordIds.filter((id) => !known.marks.has(id)))
  const none = { gone: new Set<string>(), problems: new Map<string, string>() }
  const isSearched = keyColumn !== undefined && wanted.size > 0
  const { gone, problems } = isSearched ? await findMarks(reader, ref, { keyColumn, known, wanted }) : none
  const marks = marksOf(reader, known, recordIds)
  const { grid, layout } = await readMarked(reader, ref, { marks: [...marks.keys()], layout: recentLayout(known) })
  known.layout = layout
  const rows = locatedIn(grid, marks, keyColumn === undefined ? null : keyColumnOf(layout, keyColumn))
  for (const id of marks.values()) if (!rows.has(id)) known.marks.delete(id)
  // Only a key can be found in another row.
  if (keyColumn === undefined) for (const id of recordIds) if (!rows.has(id)) gone.add(id)
  return { layout, rows, gone, problems }
}
