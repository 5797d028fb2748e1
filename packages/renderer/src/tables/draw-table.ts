import type { Pen } from '#renderer/canvas/canvas.ts'
import { drawStroke, type Outline } from '#renderer/drawing/shape.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Drawable } from '#renderer/model/layer-kind.ts'
import type { Paint } from '#renderer/properties/paint.ts'
import type { LaidTable } from './measure-table.ts'
import type { TableProperties } from './table.ts'

/** Draws what is behind the words, the words, the lines between them and the border. */
export function drawTable(
  pen: Pen,
  laid: LaidTable & Pick<Required<Drawable>, 'texts'>,
  { table, outline }: { table: TableProperties; outline: Outline },
): void {
  const { context } = pen
  const { border, radius } = table
  const box = { x: laid.x, y: 0, width: laid.width, height: laid.height }
  if (laid.rows.length === 0) return
  context.save()
  if (radius !== 0) {
    context.beginPath()
    outline(context, box, 0)
    context.clip()
  }
  drawBacks(pen, laid, table)
  drawLines(pen, laid, table)
  context.restore()
  for (const { drawable, x, y } of laid.texts) {
    context.save()
    context.translate(x, y)
    drawable.draw(pen)
    context.restore()
  }
  if (!border || border.width === 0) return
  // A gradient or picture begins at the corner of the table.
  context.save()
  context.translate(box.x, box.y)
  drawStroke(pen, border, { box: { ...box, x: 0, y: 0 }, outline, pictures: table.pictures })
  context.restore()
}

function drawBacks(pen: Pen, { x, width, height, rows }: LaidTable, table: TableProperties): void {
  const header = rows.find(({ kind }) => kind === 'header')
  const top = header?.height ?? 0
  // All rows at once: between areas of one colour that touch, what is behind would shine through.
  const fill = filler(pen, table)
  fill(table.fill, { x, y: top, width, height: height - top })
  const body = rows.filter(({ kind }) => kind === 'body')
  for (const [at, row] of body.entries()) {
    if (at % 2 === 1) fill(table.alternateFill, { x, y: row.y, width, height: row.height })
  }
  if (header) fill(table.headerFill, { x, y: 0, width, height: top })
}

function drawLines(pen: Pen, { x, width, height, rows, dividers }: LaidTable, table: TableProperties): void {
  const { lines, lineFill, lineThickness: thickness } = table
  if (thickness === 0) return
  const fill = filler(pen, table)
  if (lines === 'rows' || lines === 'all') {
    for (const { y } of rows.slice(1)) fill(lineFill, { x, y: y - thickness / 2, width, height: thickness })
  }
  if (lines === 'columns' || lines === 'all') {
    const more = rows.at(-1)?.kind === 'more' ? (rows.at(-1)?.height ?? 0) : 0
    for (const left of dividers) {
      fill(lineFill, { x: left - thickness / 2, y: 0, width: thickness, height: height - more })
    }
  }
}

function filler(pen: Pen, { pictures }: TableProperties) {
  const { context } = pen
  return (paint: Paint, { x, y, width, height }: Box): void => {
    if (paint === 'transparent') return
    context.save()
    context.translate(x, y)
    context.fillStyle = styleOf(pen, paint, { width, height, pictures })
    context.fillRect(0, 0, width, height)
    context.restore()
  }
}
