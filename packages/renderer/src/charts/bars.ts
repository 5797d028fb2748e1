import { roundedOutline } from '#renderer/drawing/shape.ts'
import { styleOf } from '#renderer/drawing/style.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Radius } from '#renderer/properties/radius.ts'
import { type Chart, colorAt, type Desk, type Draw } from './chart.ts'
import { plotOf, slotAt } from './plot.ts'
import { shareOf } from './range.ts'

/** Bars beside each other, upright or lying; negative ones on the other side of 0. */
export function bars(chart: Chart, desk: Desk): Draw {
  const { numbers, horizontal, fontSize } = chart
  const { area, range, drawFrame } = plotOf(chart, desk)
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
    const text = chart.showValues ? valueAt({ box, slot, number }) : undefined
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

  function valueAt({ box, slot, number }: { box: Box; slot: { start: number; length: number }; number: number }) {
    const line = fontSize * 1.4
    const text = desk.write(number)
    if (!horizontal) {
      const y = number < 0 ? box.y + box.height : box.y - line
      return desk.setWords(text, { x: slot.start, y, width: slot.length, height: line })
    }
    const x = box.x + box.width + fontSize * 0.3
    const room = Math.max(0, chart.width - x)
    return desk.setWords(text, { x, y: box.y, width: room, height: box.height }, { align: 'left' })
  }
}

/** Only the far end is round. */
function cornersOf({ radius, horizontal }: Chart, number: number): Radius {
  if (horizontal) return number < 0 ? [radius, 0, 0, radius] : [0, radius, radius, 0]
  return number < 0 ? [0, 0, radius, radius] : [radius, radius, 0, 0]
}
