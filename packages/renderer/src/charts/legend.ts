import { styleOf } from '#renderer/drawing/style.ts'
import type { Chart, Desk, Draw } from './chart.ts'
import { cutLook, fitColumn, ROUNDING } from './fit-words.ts'
import { partColor } from './part-colors.ts'

/** Of a line, in font sizes. */
const LINE_EM = 1.6

interface Place {
  readonly words: readonly string[]
  readonly left: number
  readonly right: number
}

/** What is what, line by line; the last line counts what has no room. */
export function legendOf(chart: Chart, desk: Desk, { words, left, right }: Place): Draw {
  const { height } = chart
  const room = Math.max(0, right - left - chart.fontSize * 1.2)
  const fit = fitColumn(chart, desk, { words, width: room, height: height / Math.max(1, words.length) / LINE_EM })
  const { fontSize } = fit
  const line = fontSize * LINE_EM
  const lines = Math.max(1, Math.floor(height / line + ROUNDING))
  const shown = words.length > lines ? words.slice(0, lines - 1) : words
  const hidden = words.length - shown.length
  desk.leaveOut('legend', hidden)
  desk.leaveOut('cut', shown.filter((text) => !fit.fits(text)).length)
  const all = hidden > 0 ? [...shown, `+${hidden}`] : shown
  const top = (height - line * all.length) / 2
  const labels = all.map((text, index) => {
    const box = { x: left + fontSize * 1.2, y: top + index * line, width: room, height: line }
    return desk.setWords(text, box, { align: 'left', ...cutLook(fit) })
  })
  return (pen) => {
    const { context } = pen
    shown.forEach((_, index) => {
      context.fillStyle = styleOf(pen, partColor(chart, index), chart)
      context.beginPath()
      const side = fontSize * 0.8
      context.roundRect(left, top + index * line + (line - side) / 2, side, side, side / 4)
      context.fill()
    })
    for (const label of labels) label.draw(pen)
  }
}
