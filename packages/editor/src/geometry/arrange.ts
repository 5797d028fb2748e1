import { type Box, type Point, rounded, union } from './matrix.ts'

/** Edges and middles to which layers can be aligned. */
export const ALIGNMENTS = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const
export type Alignment = (typeof ALIGNMENTS)[number]
export type Direction = 'horizontal' | 'vertical'

/** How far each box has to move so that it is aligned in `inside`, by default in the box around all. */
export function align(boxes: readonly Box[], alignment: Alignment, inside: Box = union(boxes)): readonly Point[] {
  const [start, size] = isAcross(alignment) ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const share = { left: 0, top: 0, center: 0.5, middle: 0.5, right: 1, bottom: 1 }[alignment]
  return boxes.map((box) => {
    const place = inside[start] + (inside[size] - box[size]) * share
    const offset = share === 0.5 ? wholeOffset(box[start], place) : rounded(place - box[start])
    return start === 'x' ? { x: offset, y: 0 } : { x: 0, y: offset }
  })
}

/** From a place to another one; a whole place stays whole. */
function wholeOffset(from: number, to: number): number {
  return rounded((Number.isInteger(from) ? Math.round(to) : to) - from)
}

function isAcross(alignment: Alignment): boolean {
  return alignment === 'left' || alignment === 'center' || alignment === 'right'
}

/** How far each box has to move so that the gaps between neighbours are equal; the first and the last one stay. */
export function distribute(boxes: readonly Box[], direction: Direction): readonly Point[] {
  const [start, size] = direction === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const)
  const order = boxes
    .map((box, index) => ({ box, index }))
    .sort((one, other) => one.box[start] + one.box[size] / 2 - (other.box[start] + other.box[size] / 2))
  const [first, last] = [order[0]?.box, order.at(-1)?.box]
  const offsets: Point[] = boxes.map(() => ({ x: 0, y: 0 }))
  if (!first || !last || boxes.length < 3) return offsets
  const free = last[start] + last[size] - first[start] - boxes.reduce((sum, box) => sum + box[size], 0)
  const gap = free / (boxes.length - 1)
  let at = first[start]
  for (const { box, index } of order) {
    const offset = wholeOffset(box[start], at)
    offsets[index] = start === 'x' ? { x: offset, y: 0 } : { x: 0, y: offset }
    at += box[size] + gap
  }
  return offsets
}

/** The boxes as rows from top to bottom, each from left to right: a box belongs to the row whose first box has its middle. */
export function rowsOf(boxes: readonly Box[]): readonly (readonly number[])[] {
  const rows: { top: number; bottom: number; indexes: number[] }[] = []
  const byTop = boxes.map((box, index) => ({ box, index })).sort((one, other) => one.box.y - other.box.y)
  for (const { box, index } of byTop) {
    const middle = box.y + box.height / 2
    const row = rows.find(({ top, bottom }) => middle >= top && middle <= bottom)
    if (row) row.indexes.push(index)
    else rows.push({ top: box.y, bottom: box.y + box.height, indexes: [index] })
  }
  return rows.map(({ indexes }) => indexes.sort((one, other) => (boxes[one]?.x ?? 0) - (boxes[other]?.x ?? 0)))
}

/** How far each box has to move so that all lie in a grid of rows with one gap: the average one unless it is given. */
export function tidy(boxes: readonly Box[], gap?: number): readonly Point[] {
  const rows = rowsOf(boxes)
  const between = Math.round(gap ?? averageGap(boxes, rows))
  const { x: left, y: top } = union(boxes)
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    most(rows.map((row) => boxes[row[column] ?? -1]?.width)),
  )
  const offsets: Point[] = boxes.map(() => ({ x: 0, y: 0 }))
  let y = top
  for (const row of rows) {
    let x = left
    for (const [column, index] of row.entries()) {
      const box = boxes[index]
      if (box) offsets[index] = { x: rounded(x - box.x), y: rounded(y - box.y) }
      x += (widths[column] ?? 0) + between
    }
    y += most(row.map((index) => boxes[index]?.height)) + between
  }
  return offsets
}

function averageGap(boxes: readonly Box[], rows: readonly (readonly number[])[]): number {
  const at = (index: number | undefined) => boxes[index ?? -1]
  const across = rows.flatMap((row) => row.slice(1).map((index, place) => (at(index)?.x ?? 0) - endX(at(row[place]))))
  const down = rows.slice(1).map((row, place) => {
    const above = rows[place] ?? []
    const top = Math.min(...row.map((index) => at(index)?.y ?? 0))
    return top - Math.max(...above.map((index) => endY(at(index))))
  })
  const gaps = [...across, ...down]
  return gaps.length === 0 ? 0 : Math.max(0, gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length)
}

const endX = (box: Box | undefined) => (box ? box.x + box.width : 0)
const endY = (box: Box | undefined) => (box ? box.y + box.height : 0)
const most = (values: readonly (number | undefined)[]) => Math.max(0, ...values.map((value) => value ?? 0))
