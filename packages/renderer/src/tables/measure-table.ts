import { fitReport } from '#renderer/drawing/fit-report.ts'
import { roundedOutline } from '#renderer/drawing/shape.ts'
import { missingIn } from '#renderer/labels/set-label.ts'
import type { Drawable, PlacedColumn, PlacedText } from '#renderer/model/layer-kind.ts'
import { bidiLevels } from '#renderer/text/bidi.ts'
import type { Typesetter } from '#renderer/text/types.ts'
import { type CellSetter, createCellSetter, type SetCell } from './cell.ts'
import { type ColumnNeed, columnWidths } from './column-widths.ts'
import { drawTable } from './draw-table.ts'
import { readWords, type TableProperties, type Words } from './table.ts'

/** Sizes tried lie this far apart. */
const STEP_PX = 0.5

/** A row at its place. */
export interface PlacedRow {
  readonly kind: 'header' | 'body' | 'more'
  readonly y: number
  readonly height: number
  readonly cells: readonly SetCell[]
}

/** A table of which every line is known. */
export interface LaidTable {
  readonly x: number
  readonly width: number
  readonly height: number
  readonly rows: readonly PlacedRow[]
  readonly columns: readonly PlacedColumn[]
  /** Left edges of the columns but the first from the left. */
  readonly dividers: readonly number[]
}

/** Finds widths, sizes and the rows that fit; the result draws them. */
export function measureTable(table: TableProperties, typesetter: Typesetter): Drawable {
  const words = readWords(table)
  const rightToLeft = isRightToLeft(table, words)
  const setterAt = (scale: number) => createCellSetter(table, { typesetter, rightToLeft, scale })
  const needs = needsOf(words, setterAt(1))
  const layAt = (size: number) => {
    const scale = size / table.fontSize
    return layTable(table, { words, needs, setter: setterAt(scale), rightToLeft, scale })
  }
  const { laid, size } = fitTable(table, layAt)
  const height = table.fit === 'grow' ? Math.max(table.height, laid.height) : table.height
  const cells = laid.rows.flatMap((row) => row.cells)
  const shown = laid.rows.filter(({ kind }) => kind === 'body').length
  const truncated = words.rowCount - shown + cells.filter(({ isCut }) => isCut).length
  const texts = textsOf(laid, table)
  return {
    width: table.width,
    height,
    textBounds: { x: laid.x, y: 0, width: laid.width, height: laid.height },
    columns: laid.columns,
    texts,
    report: {
      ...fitReport(size, table),
      lines: shown,
      ...(truncated > 0 && { truncated }),
      ...(laid.height > height + 0.01 && { overflows: true }),
      ...missingIn(texts),
    },
    marginPx: Math.max(table.fontSize, table.headerFontSize ?? 0, table.border?.width ?? 0),
    single: false,
    draw: (pen) => drawTable(pen, { ...laid, texts }, { table, outline: roundedOutline(table.radius) }),
  }
}

/** The words of the cells at their places in the table. */
function textsOf({ rows }: LaidTable, { verticalAlign }: TableProperties): PlacedText[] {
  const share = { top: 0, middle: 0.5, bottom: 1 }[verticalAlign]
  return rows.flatMap((row) =>
    row.cells.map(({ words, x, height, paddingTop }) => {
      return { drawable: words, x, y: row.y + paddingTop + (row.height - height) * share }
    }),
  )
}

function isRightToLeft({ direction }: TableProperties, { titles = [], rows }: Words): boolean {
  if (direction !== 'auto') return direction === 'rtl'
  const text = [titles, ...rows].flat().find((words) => /\p{L}/u.test(words))
  return text !== undefined && bidiLevels(text, 'auto').direction === 'rtl'
}

interface Lay {
  readonly laid: LaidTable
  /** Every row is there, no cell is cut and no word broken. */
  readonly fits: boolean
}

/** The largest size at which all of the table fits; the smallest when there is none. */
function fitTable(table: TableProperties, layAt: (size: number) => Lay): { laid: LaidTable; size: number } {
  const { fontSize, fit, minFontSize } = table
  const whole = layAt(fontSize)
  if (fit !== 'shrink' || whole.fits || minFontSize >= fontSize) return { laid: whole.laid, size: fontSize }
  let best = { laid: layAt(minFontSize).laid, size: minFontSize }
  let [low, high] = [minFontSize, fontSize]
  while (high - low > STEP_PX) {
    const size = (low + high) / 2
    const lay = layAt(size)
    if (lay.fits) [low, best] = [size, { laid: lay.laid, size }]
    else high = size
  }
  return best
}

function needsOf({ columns, titles, rows }: Words, setter: CellSetter): ColumnNeed[] {
  return columns.map((column, at) => ({
    width: column.width,
    ...setter.needOf(column, { title: titles?.[at], cells: rows.map((row) => row[at] ?? '') }),
  }))
}

interface Setting {
  readonly words: Words
  /** At a scale of 1. */
  readonly needs: readonly ColumnNeed[]
  readonly setter: CellSetter
  readonly rightToLeft: boolean
  readonly scale: number
}

function layTable(table: TableProperties, { words, needs: whole, setter, rightToLeft, scale }: Setting): Lay {
  const { columns, isByPlace, titles, rows, rowCount } = words
  const needs = whole.map(({ width, least, most }) => ({ width, least: least * scale, most: most * scale }))
  const widths = columnWidths(needs, table.width)
  const width = widths.reduce((sum, each) => sum + each, 0)
  const x = rightToLeft ? table.width - width : 0
  const limit = table.fit === 'grow' ? Number.POSITIVE_INFINITY : table.height + 0.01
  const place = placesOf(widths, { x, width, rightToLeft })
  const setRow = (kind: PlacedRow['kind'], texts: readonly string[], y: number): PlacedRow => {
    const cells = texts.map((text, at) => {
      const column = columns[at]
      const box = kind === 'more' ? { x, width } : place[at]
      if (!column || !box) throw new Error('a row has at most as many cells as there are columns')
      return setter.set({ text, column: kind === 'more' ? { ...column, align: 'start' } : column, kind, ...box })
    })
    const height = Math.max(table.rowHeight * scale, ...cells.map((cell) => cell.height))
    return { kind, y, height, cells }
  }
  const placed: PlacedRow[] = titles ? [setRow('header', titles, 0)] : []
  const endOf = () => (placed.at(-1)?.y ?? 0) + (placed.at(-1)?.height ?? 0)
  let shown = 0
  for (const row of rows) {
    const next = setRow('body', row, endOf())
    if (next.y + next.height > limit) break
    placed.push(next)
    shown++
  }
  if (shown < rowCount && columns.length > 0) {
    // The line that says so needs room itself.
    const moreAt = (y: number) => setRow('more', [table.more.replaceAll('{n}', String(rowCount - shown))], y)
    while (table.more !== '' && shown > 0 && endOf() + moreAt(endOf()).height > limit) {
      placed.pop()
      shown--
    }
    if (table.more !== '') placed.push(moreAt(endOf()))
  }
  const isTight = needs.some((need, at) => (widths[at] ?? 0) + 0.01 < Math.min(need.least, need.most))
  const isCut = placed.some(({ cells }) => cells.some((cell) => cell.isCut))
  const dividers = place.map((column) => column.x).filter((left) => left > x + 0.01)
  return {
    laid: {
      x,
      width,
      height: endOf(),
      rows: placed,
      columns: place.map((each, at) => ({ ...each, isByPlace: isByPlace[at] === true })),
      dividers,
    },
    fits: shown === rowCount && !isTight && !isCut && endOf() <= limit,
  }
}

function placesOf(
  widths: readonly number[],
  { x, width, rightToLeft }: { x: number; width: number; rightToLeft: boolean },
): Omit<PlacedColumn, 'isByPlace'>[] {
  let used = 0
  return widths.map((each) => {
    const left = rightToLeft ? x + width - used - each : x + used
    used += each
    return { x: left, width: each }
  })
}
