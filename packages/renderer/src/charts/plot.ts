import { styleOf } from '#renderer/drawing/style.ts'
import type { Box } from '#renderer/geometry/box.ts'
import type { Chart, Desk, Draw } from './chart.ts'
import { cutLook, fitColumn, fitRow, moveInto, ROUNDING, type Stretch, stretchIn, type WordFit } from './fit-words.ts'
import { type Range, rangeOf, shareOf } from './range.ts'

/** The room that is left for bars and lines, and what stands around it. */
export interface Plot {
  readonly area: Box
  readonly range: Range
  /** Where the words at its left end. */
  readonly wordsEnd: number
  /** The axis and the words of each place. */
  readonly drawFrame: Draw
}

interface PlotOptions {
  /** Values of negative numbers are on the other side of 0. */
  readonly hasBelow: boolean
}

/** Sets the axis on one side and the words of the places on the other. */
export function plotOf(chart: Chart, desk: Desk, { hasBelow }: PlotOptions): Plot {
  const { setWords, write, widthOf } = desk
  const { width, height, fontSize, axis, words, horizontal, showValues } = chart
  const range = rangeOf(chart)
  const line = fontSize * 1.4
  const room = (texts: readonly string[]) =>
    texts.length === 0 ? 0 : Math.max(0, ...texts.map((each) => Math.min(width / 3, widthOf(each)))) + fontSize * 0.5
  const ticks = axis ? range.ticks.map(write) : []
  const valuesOf = (isNegative: boolean) =>
    showValues && horizontal
      ? room(chart.numbers.filter((number) => (hasBelow && number < 0) === isNegative).map(write))
      : 0
  const [before, after] = [valuesOf(true), valuesOf(false)]
  const below = showValues && !horizontal && hasBelow && chart.numbers.some((number) => number < 0) ? line : 0
  const left = horizontal ? room(words) : room(ticks)
  const bottom = (horizontal ? ticks.length : words.length) > 0 ? line : 0
  const top = showValues && !horizontal ? line : axis ? fontSize * 0.5 : 0
  const area = {
    x: left + before,
    y: horizontal ? 0 : top,
    width: Math.max(1, width - left - before - after),
    height: Math.max(1, height - bottom - below - (horizontal ? 0 : top)),
  }
  const alongOf = (tick: number) =>
    horizontal ? area.x + shareOf(range, tick) * area.width : area.y + (1 - shareOf(range, tick)) * area.height
  const labels = [
    ...ticks.map((text, at) => {
      const along = alongOf(range.ticks[at] ?? 0)
      return horizontal
        ? setWords(text, { x: along - area.width / 8, y: height - line, width: area.width / 4, height: line })
        : setWords(text, { x: 0, y: along - line / 2, width: left - fontSize * 0.5, height: line }, { align: 'right' })
    }),
    ...namesOf(chart, desk, { area, left }),
  ]
  return {
    area,
    range,
    wordsEnd: left,
    drawFrame(pen) {
      const { context } = pen
      context.fillStyle = styleOf(pen, chart.trackFill, chart)
      const thin = Math.max(1, fontSize / 16)
      for (const tick of axis ? range.ticks : []) {
        const along = alongOf(tick) - thin / 2
        if (horizontal) context.fillRect(along, area.y, thin, area.height)
        else context.fillRect(area.x, along, area.width, thin)
      }
      for (const label of labels) label.draw(pen)
    },
  }
}

/** The names of the places, which stay beside the plot. */
function namesOf(chart: Chart, desk: Desk, { area, left }: { area: Box; left: number }) {
  const { height, fontSize, horizontal } = chart
  const line = fontSize * 1.4
  const words = chart.words.slice(0, chart.numbers.length)
  const each = slotAt(chart, area, 0).length
  const column = left - fontSize * 0.5
  const fit = horizontal
    ? fitColumn(chart, desk, { words, width: column, height: each })
    : fitRow(chart, desk, { words, width: each, height: line })
  const shown = words.flatMap((text, at) => {
    const { start, length } = slotAt(chart, area, at)
    return fit.isShown(at) ? [{ text, middle: start + length / 2, room: length * fit.places }] : []
  })
  const across = horizontal ? besideBars(area, shown) : belowBars(area, shown, fit)
  desk.leaveOut('labels', words.filter((text, at) => !fit.isShown(at) && text !== '').length)
  return shown.map(({ text }, at) => {
    const { start = 0, length = 0 } = across[at] ?? {}
    const box = horizontal
      ? { x: 0, width: column, y: start, height: length }
      : { x: start, width: length, y: height - line, height: line }
    desk.leaveOut('cut', fit.widthOf(text) > box.width + ROUNDING ? 1 : 0)
    return desk.setWords(text, box, { align: horizontal ? 'right' : 'center', ...cutLook(fit) })
  })
}

interface Name {
  readonly text: string
  /** Of its bar. */
  readonly middle: number
  readonly room: number
}

/** The heights of names, none of which leaves the plot. */
function besideBars({ y, height }: Box, names: readonly Name[]): Stretch[] {
  return names.map(({ middle, room }) => stretchIn({ start: y, length: height }, middle, room))
}

/** The widths of names. One that would leave the plot is moved into it, as far as the name beside it leaves room. */
function belowBars({ x, width }: Box, names: readonly Name[], fit: WordFit): Stretch[] {
  const wanted = names.map(({ text }) => Math.min(fit.width, fit.widthOf(text) + ROUNDING))
  const alone = names.map(({ middle }, at) => {
    return moveInto(stretchIn({ start: x, length: width }, middle, fit.width), middle, wanted[at] ?? 0)
  })
  return names.map(({ middle, room }, at) => {
    const [before, after] = [alone[at - 1], alone[at + 1]]
    const gap = room - fit.width
    const start = before ? before.start + before.length + gap : x
    const end = after ? after.start - gap : x + width
    return moveInto({ start, length: end - start }, middle, wanted[at] ?? 0)
  })
}

/** The stretch of the plot that belongs to a number. */
export function slotAt({ numbers, horizontal }: Chart, area: Box, at: number): Stretch {
  const [from, all] = horizontal ? [area.y, area.height] : [area.x, area.width]
  const length = all / Math.max(1, numbers.length)
  return { start: from + at * length, length }
}
