import type { Context2D } from '#renderer/canvas/canvas.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import { type Chart, colorAt, type Desk, type Draw } from './chart.ts'
import { fitRow } from './fit-words.ts'
import { plotOf, slotAt } from './plot.ts'
import { shareOf } from './range.ts'

type Point = readonly [x: number, y: number]

/** A line from value to value; `area` also fills what is under it with the second colour. */
export function lines(chart: Chart, desk: Desk, isArea: boolean): Draw {
  const { thickness, fontSize } = chart
  const upright = { ...chart, horizontal: false }
  const { area, range, drawFrame } = plotOf(upright, desk, { hasBelow: false })
  const last = Math.max(1, chart.numbers.length - 1)
  const points = chart.numbers.map((number, at): Point => {
    const slot = slotAt(upright, area, at)
    // With words below, points stand above them; else the line takes all the width.
    const x =
      chart.words.length > 0 || chart.showValues ? slot.start + slot.length / 2 : area.x + (at / last) * area.width
    return [x, area.y + (1 - shareOf(range, number)) * area.height]
  })
  const line = fontSize * 1.4
  const written = chart.numbers.map(desk.write)
  const { length } = slotAt(upright, area, 0)
  const fit = fitRow(upright, desk, { words: written, width: length, height: line, isWhole: true })
  const texts = chart.showValues
    ? points.flatMap(([x, y], at) => {
        const box = { x: x - length / 2, y: y - line - thickness, width: length, height: line }
        const words = written[at] ?? ''
        if (fit.places === 1) return [desk.setWords(words, box, { fontSize: fit.fontSize })]
        desk.leaveOut('values', 1)
        return []
      })
    : []
  const floor = area.y + (1 - shareOf(range, 0)) * area.height
  return (pen) => {
    const { context } = pen
    drawFrame(pen)
    const color = styleOf(pen, colorAt(chart, 0), chart)
    const [first, end] = [points[0], points.at(-1)]
    if (isArea && first && end) {
      context.fillStyle = styleOf(pen, colorAt(chart, 1), chart)
      context.beginPath()
      layLine(context, points, chart.smooth)
      context.lineTo(end[0], floor)
      context.lineTo(first[0], floor)
      context.closePath()
      context.fill()
    }
    context.strokeStyle = color
    context.lineWidth = thickness
    context.lineJoin = 'round'
    context.lineCap = 'round'
    context.beginPath()
    layLine(context, points, chart.smooth)
    if (thickness > 0) context.stroke()
    context.lineCap = 'butt'
    context.fillStyle = color
    for (const [x, y] of chart.dots ? points : []) {
      context.beginPath()
      context.arc(x, y, thickness * 1.6 + 1, 0, 2 * Math.PI)
      context.fill()
    }
    for (const text of texts) text.draw(pen)
  }
}

/** A smooth line goes through its points without ever being higher or lower than its two neighbours. */
function layLine(context: Context2D, points: readonly Point[], isSmooth: boolean): void {
  points.forEach(([x, y], at) => {
    const before = points[at - 1]
    if (!before) context.moveTo(x, y)
    else if (isSmooth) {
      const middle = (before[0] + x) / 2
      context.bezierCurveTo(middle, before[1], middle, y, x, y)
    } else context.lineTo(x, y)
  })
}
