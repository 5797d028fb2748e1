import type { Context2D } from '#renderer/canvas/canvas.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import { type Chart, type Desk, type Draw, startRadians } from './chart.ts'
import { fitColumn } from './fit-words.ts'
import { legendOf } from './legend.ts'
import { inkOn, partColor, repeatedColors } from './part-colors.ts'

interface Slice {
  readonly start: number
  readonly end: number
}

interface Circle {
  readonly x: number
  readonly y: number
  readonly outer: number
  readonly inner: number
}

/** Parts of a whole around a circle, with a hole when `innerRadius` says so; what is what stands beside it. */
export function slices(chart: Chart, desk: Desk, innerRadius: number): Draw {
  const { width, height, fontSize } = chart
  const words = chart.legend === 'none' ? [] : chart.words.slice(0, chart.numbers.length)
  desk.leaveOut('colors', repeatedColors(chart))
  const amounts = chart.numbers.map((number) => Math.max(0, number))
  const total = amounts.reduce((sum, each) => sum + each, 0)
  const legendWidth = words.length > 0 ? Math.max(0, width - Math.min(width * 0.6, height)) : 0
  const outer = Math.min(width - legendWidth, height) / 2
  const isLeft = chart.legend === 'left'
  const circleX = (width - legendWidth) / 2 + (isLeft ? legendWidth : 0)
  const circle = { x: circleX, y: height / 2, outer, inner: outer * innerRadius }
  const from = startRadians(chart)
  let at = from
  const parts = amounts.map((amount): Slice => {
    const start = at
    at += total === 0 ? 0 : (amount / total) * 2 * Math.PI
    return { start, end: at }
  })
  const texts = chart.showValues ? parts.flatMap((part, index) => valueIn(part, index)) : []
  const left = isLeft ? 0 : circle.x + outer + fontSize
  const right = isLeft ? circle.x - outer - fontSize : width
  const drawLegend = legendOf(chart, desk, { words, left, right })
  return (pen) => {
    const { context } = pen
    if (total === 0)
      fillSlice(pen.context, circle, {
        start: from,
        end: from + 2 * Math.PI,
        style: styleOf(pen, chart.trackFill, chart),
      })
    parts.forEach((part, index) => {
      if (part.end > part.start)
        fillSlice(context, circle, { ...part, style: styleOf(pen, partColor(chart, index), chart) })
    })
    drawLegend(pen)
    for (const text of texts) text.draw(pen)
  }

  function valueIn({ start, end }: Slice, index: number) {
    const [middle, reach] = [(start + end) / 2, (circle.outer + Math.max(circle.inner, circle.outer * 0.25)) / 2]
    const room = Math.min(circle.outer * 0.7, circle.inner > 0 ? circle.outer - circle.inner : circle.outer)
    const [x, y] = [circle.x + Math.cos(middle) * reach, circle.y + Math.sin(middle) * reach]
    const box = { x: x - room / 2, y: y - fontSize, width: room, height: fontSize * 2 }
    const text = desk.write(amounts[index] ?? 0)
    const fit = fitColumn(chart, desk, { words: [text], width: room, height: fontSize * 2 })
    // Across the part, where its words are.
    const needed = Math.abs(Math.sin(middle)) * desk.widthOf(text) + Math.abs(Math.cos(middle)) * fontSize
    const across = 2 * reach * Math.sin(Math.min(Math.PI, end - start) / 2)
    if (across >= needed * (fit.fontSize / fontSize) && fit.fits(text)) {
      return [desk.setWords(text, box, { fontSize: fit.fontSize, fill: inkOn(partColor(chart, index)) })]
    }
    desk.leaveOut('values', end > start ? 1 : 0)
    return []
  }
}

/** Lays and fills a part of a ring. */
export function fillSlice(
  context: Context2D,
  { x, y, outer, inner }: Circle,
  { start, end, style }: Slice & { style: Context2D['fillStyle'] },
): void {
  context.fillStyle = style
  context.beginPath()
  if (end - start > 2 * Math.PI - 1e-6) {
    // From 0: elsewhere rounding can make a whole circle an empty one.
    context.arc(x, y, outer, 0, 2 * Math.PI)
    context.closePath()
    context.moveTo(x + inner, y)
    context.arc(x, y, inner, 2 * Math.PI, 0, true)
  } else {
    context.arc(x, y, outer, start, end)
    context.arc(x, y, inner, end, start, true)
  }
  context.closePath()
  context.fill()
}
