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
  for (let row = 0; row < matrix.rows; row++) {
    let start = -1
    for (let column = 0; column <= matrix.columns; column++) {
      const isDark = matrix.isDark(column, row)
      if (isDark && start < 0) start = column
      if (isDark || start < 0) continue
      pen.context.rect(x(start), y(row), x(column) - x(start), y(row + 1) - y(row))
      start = -1
    }
  }
}

/** Neighbours flow into each other; what ends is round. */
function layRounded(context: Context2D, matrix: Matrix, { left, top, sidePx }: Grid): void {
  const half = sidePx / 2
  forEachDark(matrix, (column, row) => {
    const [above, below] = [matrix.isDark(column, row - 1), matrix.isDark(column, row + 1)]
    const [before, after] = [matrix.isDark(column - 1, row), matrix.isDark(column + 1, row)]
    const corner = (one: boolean, other: boolean) => (one || other ? 0 : half)
    context.roundRect(left + column * sidePx, top + row * sidePx, sidePx, sidePx, [
      corner(above, before),
      corner(above, after),
      corner(below, after),
      corner(below, before),
    ])
  })
}

function layDots(context: Context2D, matrix: Matrix, { left, top, sidePx }: Grid): void {
  forEachDark(matrix, (column, row) => {
    const [x, y] = [left + (column + 0.05) * sidePx, top + (row + 0.05) * sidePx]
    // Skia copies the whole path for each arc.
    context.roundRect(x, y, sidePx * 0.9, sidePx * 0.9, sidePx * 0.45)
  })
}

function forEachDark(matrix: Matrix, visit: (column: number, row: number) => void): void {
  for (let row = 0; row < matrix.rows; row++) {
    for (let column = 0; column < matrix.columns; column++) if (matrix.isDark(column, row)) visit(column, row)
  }
}
