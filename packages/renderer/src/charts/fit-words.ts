import type { LabelLook } from '#renderer/labels/set-label.ts'
import type { Chart, Desk } from './chart.ts'

/** Words beside a chart become no smaller than this part of their size: less is hard to read. */
const LEAST_SCALE = 0.75
/** Words of a row are cut to no less than these font sizes: then only some are shown, and those are cut to no less than the second. */
const [LEAST_EM, SOME_EM] = [3, 8]
/** Between words beside each other, in font sizes. */
const GAP_EM = 0.4
export const ROUNDING = 1e-3

/** A part of a row or a column. */
export interface Stretch {
  readonly start: number
  readonly length: number
}

interface Row {
  readonly words: readonly string[]
  /** The room of each. */
  readonly width: number
  readonly height: number
}

/** One size for all words of a row or a column, so that they look alike. */
export interface WordFit {
  readonly fontSize: number
  /** The words of as many places share their room. */
  readonly places: number
  /** The room of those that are shown. */
  readonly width: number
  /** Whether those of a place are shown: of several that share a room, those in its middle. */
  isShown(at: number): boolean
  /** Width of words at this size. */
  widthOf(words: string): number
  /** Whether the words have room at this size. */
  fits(words: string): boolean
}

/** Words that stand one above the other. */
export function fitColumn(chart: Chart, desk: Desk, { words, width, height }: Row): WordFit {
  const widest = Math.max(0, ...words.map(desk.widthOf))
  const scale = scaleFor(widest > 0 ? width / widest : 1, height / chart.fontSize)
  const fontSize = chart.fontSize * scale
  const places = placesFor(fontSize, height)
  return fitOf(desk, { fontSize, scale, places, width, count: words.length })
}

/** Words that stand beside each other; `isWhole`: numbers, which say something else when they are cut. */
export function fitRow(
  chart: Chart,
  desk: Desk,
  { words, width, height, isWhole }: Row & { isWhole?: boolean },
): WordFit {
  const widest = Math.max(0, ...words.map(desk.widthOf))
  const scale = scaleFor((width - chart.fontSize * GAP_EM) / Math.max(widest, ROUNDING), height / chart.fontSize)
  const fontSize = chart.fontSize * scale
  const needed = (mostEm: number) => Math.min(widest * scale, fontSize * mostEm) + fontSize * GAP_EM
  const isEach = !isWhole && needed(LEAST_EM) <= width + ROUNDING
  const places = isEach ? 1 : placesFor(needed(isWhole ? Number.POSITIVE_INFINITY : SOME_EM), width)
  return fitOf(desk, { fontSize, scale, places, width: width * places - fontSize * GAP_EM, count: words.length })
}

const scaleFor = (...scales: readonly number[]) => Math.min(1, Math.max(LEAST_SCALE, Math.min(...scales)))

const placesFor = (needed: number, room: number) =>
  Math.max(1, Math.ceil((needed - ROUNDING) / Math.max(room, ROUNDING)))

interface Fitting extends Pick<WordFit, 'fontSize' | 'places' | 'width'> {
  readonly scale: number
  /** How many words there are. */
  readonly count: number
}

function fitOf(desk: Desk, { fontSize, places, scale, width, count }: Fitting): WordFit {
  const every = Math.min(places, Math.max(1, count))
  const widthOf = (text: string) => desk.widthOf(text) * scale
  return {
    fontSize,
    places,
    width,
    isShown: (at) => at % every === Math.floor((every - 1) / 2),
    widthOf,
    fits: (text) => widthOf(text) <= width + ROUNDING,
  }
}

/** The stretch of this length around a middle, as far as it is within an area. */
export function stretchIn(area: Stretch, middle: number, length: number): Stretch {
  const start = Math.max(area.start, middle - length / 2)
  return { start, length: Math.max(0, Math.min(area.start + area.length, middle + length / 2) - start) }
}

/** The stretch of this length as near to a middle as it can be within a room. */
export function moveInto(room: Stretch, middle: number, wanted: number): Stretch {
  const length = Math.min(room.length, wanted)
  return { start: Math.max(room.start, Math.min(middle - length / 2, room.start + room.length - length)), length }
}

/** Of words that end in an ellipsis where they do not fit. */
export const cutLook = ({ fontSize }: WordFit): Partial<LabelLook> => ({ fontSize, cut: true })
