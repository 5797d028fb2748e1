/** A cell by its place; row -1 is the header. */
export interface Place {
  row: number
  column: number
}

/** The active cell, and the corner that a range reaches to. */
export interface Selection {
  at: Place
  to: Place
}

export interface Size {
  rows: number
  columns: number
}

export interface Range {
  top: number
  bottom: number
  start: number
  end: number
}

export function rangeOf({ at, to }: Selection): Range {
  return {
    top: Math.max(0, Math.min(at.row, to.row)),
    bottom: Math.max(at.row, to.row),
    start: Math.min(at.column, to.column),
    end: Math.max(at.column, to.column),
  }
}

export function sizeOf({ top, bottom, start, end }: Range): Size {
  return { rows: bottom - top + 1, columns: end - start + 1 }
}

export function isWithin({ top, bottom, start, end }: Range, { row, column }: Place): boolean {
  return row >= top && row <= bottom && column >= start && column <= end
}

export function onlyAt(place: Place): Selection {
  return { at: place, to: place }
}

/** The place itself, or the nearest there is. */
export function clamped({ row, column }: Place, size: Size): Place {
  return {
    row: Math.max(-1, Math.min(size.rows - 1, row)),
    column: Math.max(0, Math.min(size.columns - 1, column)),
  }
}

/** The next cell in reading order; null behind the last and before the first. */
export function nextPlace({ row, column }: Place, step: 1 | -1, size: Size): Place | null {
  const at = row * size.columns + column + step
  if (at < 0 || at >= size.rows * size.columns) return null
  return { row: Math.floor(at / size.columns), column: at % size.columns }
}

interface Key {
  key: string
  isCommand: boolean
  isShift: boolean
}

const arrows: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Along one direction: a step, or to the end with Ctrl. */
function moved(from: number, step: number, last: number | null): number {
  if (step === 0 || last === null) return from + step
  return step > 0 ? last : 0
}

export interface WalkSpace {
  size: Size
  /** So many rows are in sight. */
  page: number
  /** The first column stands at the right. */
  isRtl: boolean
}

function target({ row, column }: Place, { key, isCommand }: Key, { size, page, isRtl }: WalkSpace) {
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const step = arrows[key]
  if (step) {
    const [down, towardsRight] = step
    const aside = isRtl ? -towardsRight : towardsRight
    return {
      row: moved(row, down, isCommand ? last.row : null),
      column: moved(column, aside, isCommand ? last.column : null),
    }
  }
  if (key === 'Home') return { row: isCommand ? 0 : row, column: 0 }
  if (key === 'End') return { row: isCommand ? last.row : row, column: last.column }
  if (key === 'PageDown') return { row: row + page, column }
  if (key === 'PageUp') return { row: Math.max(0, row - page), column }
  return null
}

/** Where a key leads; null for keys that lead nowhere. */
export function walked(selection: Selection, key: Key, space: WalkSpace): Selection | null {
  const from = key.isShift ? selection.to : selection.at
  const next = target(from, key, space)
  if (next === null) return null
  const place = clamped(next, space.size)
  if (!key.isShift) return onlyAt(place)
  return { at: selection.at, to: { ...place, row: Math.max(0, place.row) } }
}
