import type { Context2D, Pen } from '#renderer/canvas/canvas.ts'
import { measurePicture } from '#renderer/drawing/picture.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable, Pictures } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import { logoBox, type ModuleShape } from './code-looks.ts'
import { readable } from './code-paints.ts'
import { encodeMatrix, type Matrix } from './encode.ts'
import { type Grid, layModules } from './lay-modules.ts'
import { scanFacts } from './scan-facts.ts'
import { scanLimits } from './scan-limits.ts'

export interface QrCode {
  readonly width: number
  readonly height: number
  readonly value: string
  readonly errorLevel: 'L' | 'M' | 'Q' | 'H'
  readonly quietZone: number
  readonly fill: Paint
  readonly background: Paint
  readonly moduleShape: ModuleShape
  readonly eyeShape: 'square' | 'rounded' | 'circle'
  readonly eyeFill?: Paint | undefined
  readonly logoSize: number
  readonly pictures: Pictures
}

/** The squares of an eye on each side. */
const EYE = 7

/** What is drawn of a QR code; a logo goes into its middle. */
export function measureQrCode(given: QrCode): Drawable {
  const code = readable(given)
  const { width, height, pictures } = code
  const logo = pictures.image
  const drawable = { width, height, marginPx: 0, single: false }
  if (code.value === '') return { ...drawable, report: { missing: 'no value given' }, draw: () => undefined }
  // What a logo hides has to be made good by the rest.
  const eclevel = logo ? 'H' : code.errorLevel
  const matrix = encodeMatrix(code.value, { id: 'qrcode', name: 'QR code', options: { eclevel } })
  const sidePx = Math.min(width, height) / (matrix.columns + 2 * code.quietZone)
  const frame = sidePx * (matrix.columns + 2 * code.quietZone)
  const [frameLeft, frameTop] = [(width - frame) / 2, (height - frame) / 2]
  const grid = { left: frameLeft + code.quietZone * sidePx, top: frameTop + code.quietZone * sidePx, sidePx }
  const place = logoBox(code)
  const picture = measurePicture({ ...place, fit: 'contain', focalPoint: { x: 0.5, y: 0.5 } }, pictures)
  const isEye = eyesOf(matrix)
  const body = filtered(logo ? withoutBox(matrix, grid, place) : matrix, (column, row) => !isEye(column, row))
  const eyes = filtered(matrix, isEye)
  const dark = [code.fill, code.eyeFill ?? code.fill]
  return {
    ...drawable,
    scan: scanFacts({
      unitPx: sidePx,
      ...(code.moduleShape === 'dots' && { leastPx: scanLimits.dotPx }),
      width: frame,
      height: frame,
      dark,
      light: code.background,
    }),
    draw(pen) {
      const { context } = pen
      if (code.background !== 'transparent') {
        context.fillStyle = styleOf(pen, code.background, code)
        context.fillRect(frameLeft, frameTop, frame, frame)
      }
      context.fillStyle = styleOf(pen, code.fill, code)
      context.beginPath()
      layModules(pen, body, { grid, shape: code.moduleShape })
      context.fill()
      const eye = styleOf(pen, code.eyeFill ?? code.fill, code)
      context.fillStyle = eye
      context.strokeStyle = eye
      drawEyes(pen, eyes, { grid, shape: code.eyeShape })
      context.translate(place.x, place.y)
      picture.draw(pen)
    },
  }
}

/** Tells whether a square is part of an eye. */
function eyesOf(matrix: Matrix): (column: number, row: number) => boolean {
  const eyes = eyePlaces(matrix)
  return (column, row) =>
    eyes.some(([left, top]) => column >= left && column < left + EYE && row >= top && row < top + EYE)
}

function eyePlaces({ columns }: Matrix): [column: number, row: number][] {
  return [
    [0, 0],
    [columns - EYE, 0],
    [0, columns - EYE],
  ]
}

function filtered(matrix: Matrix, keeps: (column: number, row: number) => boolean): Matrix {
  return { ...matrix, isDark: (column, row) => keeps(column, row) && matrix.isDark(column, row) }
}

/** Leaves out the squares that a picture would cover in part. */
function withoutBox(matrix: Matrix, { left, top, sidePx }: Grid, box: Box): Matrix {
  const [fromColumn, toColumn] = [(box.x - left) / sidePx, (box.x + box.width - left) / sidePx]
  const [fromRow, toRow] = [(box.y - top) / sidePx, (box.y + box.height - top) / sidePx]
  return filtered(matrix, (column, row) => {
    return column + 1 <= fromColumn || column >= toColumn || row + 1 <= fromRow || row >= toRow
  })
}

function drawEyes(pen: Pen, eyes: Matrix, { grid, shape }: { grid: Grid; shape: QrCode['eyeShape'] }): void {
  const { context } = pen
  if (shape === 'square') {
    context.beginPath()
    layModules(pen, eyes, { grid, shape })
    context.fill()
    return
  }
  for (const [column, row] of eyePlaces(eyes)) drawRoundEye(context, { ...grid, column, row }, roundness[shape])
}

/** Of corners, as part of a side. */
const roundness = { rounded: 0.28, circle: 0.5 }

/** A ring of one square's width around a block of three. */
function drawRoundEye(
  context: Context2D,
  { left, top, sidePx, column, row }: Grid & { column: number; row: number },
  share: number,
): void {
  const lay = (inset: number) => {
    const side = (EYE - 2 * inset) * sidePx
    context.beginPath()
    context.roundRect(left + (column + inset) * sidePx, top + (row + inset) * sidePx, side, side, side * share)
  }
  context.lineWidth = sidePx
  lay(0.5)
  context.stroke()
  lay(2)
  context.fill()
}
