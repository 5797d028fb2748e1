import type { Pen, Style } from '#renderer/canvas/canvas.ts'
import { type PaintedArea, styleOf } from '#renderer/drawing/style.ts'
import type { Paint } from '#renderer/properties/paint.ts'

/** Of squares or bars. A code is read without its pictures as well: it is black on white then. */
export const darkStyle = (pen: Pen, paint: Paint, code: PaintedArea): Style =>
  styleOf(pen, paint, { ...code, without: '#000000' })

/** Of what is behind them. */
export const lightStyle = (pen: Pen, paint: Paint, code: PaintedArea): Style =>
  styleOf(pen, paint, { ...code, without: '#ffffff' })
