import { styleOf } from '#renderer/drawing/style.ts'
import type { Box } from '#renderer/geometry/box.ts'
import { type Label, reportOfWords } from '#renderer/labels/set-label.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { BarFormat, MatrixFormat } from './code-looks.ts'
import { readable } from './code-paints.ts'
import { type Bars, encodeBars, encodeMatrix } from './encode.ts'
import { layModules } from './lay-modules.ts'
import { scanFacts } from './scan-facts.ts'
import { snapLines } from './snap-lines.ts'
import { type BarKind, barKinds, type Digits, matrixKinds } from './symbologies.ts'

export type BarcodeFormat = BarFormat | MatrixFormat

export interface Barcode {
  readonly width: number
  readonly height: number
  readonly value: string
  readonly format: BarcodeFormat
  readonly fill: Paint
  readonly background: Paint
  readonly quietZone?: number | undefined
  readonly showText: boolean
  readonly fontSize?: number | undefined
  readonly pictures: Pictures
}

/** Sets words of a size and colour in a box. */
export type SetWords = (words: string, box: Box, look: { readonly fontSize: number; readonly fill: Paint }) => Label

/** What is drawn of a code. */
export function measureBarcode(given: Barcode, setWords: SetWords): Drawable {
  const code = readable(given)
  const { width, height, format } = code
  const empty = { width, height, marginPx: 0, single: false }
  if (code.value === '') return { ...empty, report: { missing: 'no value given' }, draw: () => undefined }
  if (isMatrix(format)) return { ...empty, ...matrixDrawing(code, format) }
  return { ...empty, ...barDrawing(code, { kind: barKinds[format], setWords }) }
}

function isMatrix(format: BarcodeFormat): format is MatrixFormat {
  return Object.hasOwn(matrixKinds, format)
}

function matrixDrawing(code: Barcode, format: MatrixFormat): Pick<Drawable, 'draw' | 'scan'> {
  const kind = matrixKinds[format]
  const matrix = encodeMatrix(code.value, kind)
  const quiet = code.quietZone ?? kind.quietZone
  const [columns, rows] = [matrix.columns + 2 * quiet, matrix.rows + 2 * quiet]
  const sidePx = Math.min(code.width / columns, code.height / rows)
  const [width, height] = [columns * sidePx, rows * sidePx]
  const [left, top] = [(code.width - width) / 2, (code.height - height) / 2]
  const grid = { left: left + quiet * sidePx, top: top + quiet * sidePx, sidePx }
  return {
    scan: scanFacts({ unitPx: sidePx, width, height, dark: [code.fill], light: code.background }),
    draw(pen) {
      const { context } = pen
      if (code.background !== 'transparent') {
        context.fillStyle = styleOf(pen, code.background, code)
        context.fillRect(left, top, width, height)
      }
      context.fillStyle = styleOf(pen, code.fill, code)
      context.beginPath()
      layModules(pen, matrix, { grid, shape: 'square' })
      context.fill()
    },
  }
}

interface BarSetting {
  readonly kind: BarKind
  readonly setWords: SetWords
}

function barDrawing(
  code: Barcode,
  { kind, setWords }: BarSetting,
): Pick<Drawable, 'draw' | 'scan' | 'texts' | 'report'> {
  const { width, height } = code
  const value = kind.read(code.value)
  const { length, bars }: Bars = encodeBars(value, kind)
  const quiet = code.quietZone ?? kind.quietZone
  const unit = width / (length + 2 * quiet)
  const fontSize = Math.min(code.fontSize ?? height * 0.16, height / 2)
  const barsHeight = code.showText ? height - fontSize * 1.2 : height
  const labels = kind.labels?.(value) ?? [{ text: value, from: 0, to: length }]
  const guards = kind.guards ?? []
  const isGuard = (start: number) => guards.some(({ from, to }) => start >= from && start < to)
  const boxOf = ({ from, to }: Digits): Box => {
    // Text larger than its room shrinks; digits outside of the bars need their quiet zone.
    const [left, right] = [Math.max(0, (quiet + from) * unit), Math.min(width, (quiet + to) * unit)]
    return { x: left, y: barsHeight + fontSize * 0.1, width: Math.max(0, right - left), height: fontSize * 1.1 }
  }
  const texts = (code.showText ? labels : []).map((label) =>
    setWords(label.text, boxOf(label), { fontSize, fill: code.fill }),
  )
  return {
    scan: scanFacts({ unitPx: unit, width, height, dark: [code.fill], light: code.background }),
    ...reportOfWords(texts),
    draw(pen) {
      const { context } = pen
      if (code.background !== 'transparent') {
        context.fillStyle = styleOf(pen, code.background, code)
        context.fillRect(0, 0, width, height)
      }
      context.fillStyle = styleOf(pen, code.fill, code)
      context.beginPath()
      const lines = snapLines(pen, unit)
      for (const { start, end } of bars) {
        const reach = code.showText && isGuard(start) ? fontSize * 0.5 : 0
        const [left, right] = [lines.x((quiet + start) * unit), lines.x((quiet + end) * unit)]
        context.rect(left, 0, right - left, barsHeight + reach)
      }
      context.fill()
      for (const label of texts) label.draw(pen)
    },
  }
}
