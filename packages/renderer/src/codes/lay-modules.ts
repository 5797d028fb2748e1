import type { Context2D, Pen } from '#renderer/canvas/canvas.ts'
import type { ModuleShape } from './code-looks.ts'
import type { Matrix } from './encode.ts'
import { snapLines } from './snap-lines.ts'

/** Where the code lies, in pixels. */
export interface Grid {
  readonly left: number
  readonly top: number
  /** Of one square. */
  readonly sidePx: number
}

/** Lays the dark squares into one path, so that no seams show between them. */
export function layModules(pen: Pen, matrix: Matrix, { grid, shape }: { grid: Grid; shape: ModuleShape }): void {
  if (shape === 'square') layRuns(pen, matrix, grid)
  else if (shape === 'rounded') layRounded(pen.context, matrix, grid)
  else layDots(pen.context, matrix, grid)
}

function layRuns(pen: Pen, matrix: Matrix, { left, top, sidePx }: Grid): void {
  const lines = snapLines(pen, sidePx)
  const x = (column: number) => lines.x(left + column * sidePx)
  const y = (row: number) => lines.y(top + row * sidePx)
  forEachRun(matrix, ({ row, from, to }) => {
    pen.context.rect(x(from), y(row), x(to) - x(from), y(row + 1) - y(row))
  })
}

/** Neighbours flow into each other; what ends is round. */
function layRounded(context: Context2D, matrix: Matrix, { left, top, sidePx }: Grid): void {
  const radius = (column: number, row: number) => (matrix.isDark(column, row) ? 0 : sidePx / 2)
  forEachRun(matrix, ({ row, from, to }) => {
    context.roundRect(left + from * sidePx, top + row * sidePx, (to - from) * sidePx, sidePx, [
      radius(from, row - 1),
      radius(to - 1, row - 1),
      radius(to - 1, row + 1),
      radius(from, row + 1),
    ])
  })
}

function layDots(context: Context2D, matrix: Matrix, { left, top, sidePx }: Grid): void {
  forEachRun(matrix, ({ row, from, to }) => {
    for (let column = from; column < to; column++) {
      const [x, y] = [left + (column + 0.05) * sidePx, top + (row + 0.05) * sidePx]
      // Skia copies the whole path for each arc.
      context.roundRect(x, y, sidePx * 0.9, sidePx * 0.9, sidePx * 0.45)
    }
  })
}

/** The dark squares of a row that touch: from a column, to the one after the last. */
interface Run {
  readonly row: number
  readonly from: number
  readonly to: number
}

function forEachRun(matrix: Matrix, visit: (run: Run) => void): void {
  for (let row = 0; row < matrix.rows; row++) {
    let from = -1
    for (let column = 0; column <= matrix.columns; column++) {
      const isDark = matrix.isDark(column, row)
      if (isDark && from < 0) from = column
      if (isDark || from < 0) continue
      visit({ row, from, to: column })
      from = -1
    }
  }
}
