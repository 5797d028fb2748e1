import type { Box } from './matrix.ts'

export interface StackShape {
  readonly layout: 'row' | 'column'
  /** Average distance between neighbours; 0 where they overlap. Whole pixels. */
  readonly gap: number
  readonly align: 'start' | 'center' | 'end'
  /** Indexes of the boxes along the row or column. */
  readonly order: readonly number[]
}

interface Span {
  readonly start: number
  readonly end: number
}

const spans = {
  row: ({ x, width }: Box): Span => ({ start: x, end: x + width }),
  column: ({ y, height }: Box): Span => ({ start: y, end: y + height }),
}

/** The row or column that boxes nearly are. */
export function stackShape(boxes: readonly Box[], wanted?: 'row' | 'column'): StackShape {
  const layout = wanted ?? likelyLayout(boxes)
  const along = boxes.map(spans[layout])
  const across = boxes.map(spans[layout === 'row' ? 'column' : 'row'])
  const order = along
    .map((span, index) => ({ span, index }))
    .sort((one, other) => one.span.start - other.span.start || one.span.end - other.span.end)
  const gaps = order.slice(1).map(({ span }, at) => span.start - (order[at]?.span.end ?? span.start))
  const average = gaps.length === 0 ? 0 : gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  return {
    layout,
    gap: Math.max(0, Math.round(average)),
    align: likelyAlign(across),
    order: order.map(({ index }) => index),
  }
}

/** Layers in a row overlap less from left to right than from top to bottom. */
function likelyLayout(boxes: readonly Box[]): 'row' | 'column' {
  const [across, down] = [overlaps(boxes.map(spans.row)), overlaps(boxes.map(spans.column))]
  if (across !== down) return across < down ? 'row' : 'column'
  return spread(boxes.map((box) => middle(spans.row(box)))) > spread(boxes.map((box) => middle(spans.column(box))))
    ? 'row'
    : 'column'
}

/** Lengths that pairs of spans share. */
function overlaps(all: readonly Span[]): number {
  return all.reduce(
    (sum, one, at) =>
      sum +
      all
        .slice(at + 1)
        .reduce(
          (part, other) => part + Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start)),
          0,
        ),
    0,
  )
}

function likelyAlign(across: readonly Span[]): StackShape['align'] {
  const start = spread(across.map((span) => span.start))
  const center = spread(across.map(middle))
  const end = spread(across.map((span) => span.end))
  if (start <= center && start <= end) return 'start'
  return center <= end ? 'center' : 'end'
}

const middle = ({ start, end }: Span) => (start + end) / 2
const spread = (values: readonly number[]) => Math.max(0, ...values) - Math.min(Number.POSITIVE_INFINITY, ...values)
