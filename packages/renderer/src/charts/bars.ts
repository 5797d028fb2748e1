import { roundedOutline } from '#renderer/drawing/shape.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import { type Chart, colorAt, type Desk, type Draw } from './chart.ts'
import { fitColumn, fitRow } from './fit-words.ts'
import { plotOf, slotAt } from './plot.ts'
import { shareOf } from './range.ts'

/** Bars beside each other, upright or lying; negative ones on the other side of 0. */
export function bars(chart: Chart, desk: Desk): Draw {
  const { numbers, horizontal, fontSize } = chart
  const { area, range, wordsEnd, drawFrame } = plotOf(chart, desk, { hasBelow: true })
  const texts = numbers.map(desk.write)
  const each = slotAt(chart, area, 0).length
  const fit = horizontal
    ? fitColumn(chart, desk, { words: [], width: chart.width, height: each })
    : fitRow(chart, desk, { words: texts, width: each, height: chart.height, isWhole: true })
  const zero = shareOf(range, 0)
  const drawn = numbers.map((number, at) => {
    const slot = slotAt(chart, area, at)
    const breadth = slot.length * (1 - chart.gap)
    const aside = slot.start + (slot.length - breadth) / 2
    const [from, to] = [zero, shareOf(range, number)].sort((one, other) => one - other)
    const box = horizontal
      ? {
          x: area.x + (from ?? 0) * area.width,
          y: aside,
          width: ((to ?? 0) - (from ?? 0)) * area.width,
          height: breadth,
        }
      : {
          x: aside,
          y: area.y + (1 - (to ?? 0)) * area.height,
          width: breadth,
          height: ((to ?? 0) - (from ?? 0)) * area.height,
        }
    const words = texts[at] ?? ''
    // Wider than their bars they would stand on those beside them.
    const hasRoom = fit.places === 1
    if (chart.showValues && !hasRoom) desk.leaveOut('values', 1)
    const text = chart.showValues && hasRoom ? valueAt({ box, slot, number, words }) : undefined
    return { box, color: colorAt(chart, at), corners: cornersOf(chart, number), text }
  })
  return (pen) => {
    const { context } = pen
    drawFrame(pen)
    // All bars of one paint at once: between bars that touch, what is behind would shine through.
    for (const [color, bars] of Map.groupBy(drawn, (bar) => bar.color)) {
      context.fillStyle = styleOf(pen, color, chart)
      context.beginPath()
      for (const { box, corners } of bars) roundedOutline(corners)(context, box, 0)
      context.fill()
    }
    for (const { text } of drawn) text?.draw(pen)
  }

  function valueAt({ box, slot, number, words }: Valued) {
    const line = fontSize * 1.4
    const look = { fontSize: fit.fontSize }
    if (!horizontal) {
      const y = number < 0 ? box.y + box.height : box.y - line
      return desk.setWords(words, { x: slot.start, y, width: slot.length, height: line }, look)
    }
    const gap = fontSize * 0.3
    const place = { y: slot.start, height: slot.length }
    if (number < 0) {
      return desk.setWords(words, { ...place, x: wordsEnd, width: box.x - gap - wordsEnd }, { ...look, align: 'right' })
    }
    const x = box.x + box.width + gap
    return desk.setWords(words, { ...place, x, width: chart.width - x }, { ...look, align: 'left' })
  }
}

interface Valued {
  readonly box: Box
  readonly slot: { readonly start: number; readonly length: number }
  readonly number: number
  readonly words: string
}

/** Only the far end is round. */
function cornersOf({ radius, horizontal }: Chart, number: number): Radius {
  if (horizontal) return number < 0 ? [radius, 0, 0, radius] : [0, radius, radius, 0]
  return number < 0 ? [0, 0, radius, radius] : [radius, radius, 0, 0]
}
