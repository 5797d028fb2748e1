import type { LabelLook } from '#renderer/labels/set-label.ts'
import type { Chart, Desk } from './chart.ts'

/** Words beside a chart become no smaller than this part of their size: less is hard to read. */
const LEAST_SCALE = 0.75
/** Words of a row are cut to no less than these font sizes: then only some are shown, and those are cut to no less than the second. */
const [LEAST_EM, SOME_EM] = [3, 8]
/** Between words beside each other, in font sizes. */
const GAP_EM = 0.4
const ROUNDING = 1e-3

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
  /** Whether those of a place are shown: of several that share a room, those in its middle. */
  isShown(at: number): boolean
  /** Whether the words have room at this size. */
  fits(words: string): boolean
}

/** Words that stand one above the other. */
export function fitColumn(chart: Chart, desk: Desk, { words, width, height }: Row): WordFit {
  const widest = Math.max(0, ...words.map(desk.widthOf))
  const scale = scaleFor(widest > 0 ? width / widest : 1, height / chart.fontSize)
  const fontSize = chart.fontSize * scale
  const places = placesFor(fontSize, height)
  return fitOf(desk, { fontSize, scale, places, width })
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
  return fitOf(desk, { fontSize, scale, places, width: width * places - fontSize * GAP_EM })
}

const scaleFor = (...scales: readonly number[]) => Math.min(1, Math.max(LEAST_SCALE, Math.min(...scales)))

const placesFor = (needed: number, room: number) =>
  Math.max(1, Math.ceil((needed - ROUNDING) / Math.max(room, ROUNDING)))

interface Fitting extends Pick<WordFit, 'fontSize' | 'places'> {
  readonly scale: number
  readonly width: number
}

function fitOf(desk: Desk, { fontSize, places, scale, width }: Fitting): WordFit {
  return {
    fontSize,
    places,
    isShown: (at) => at % places === Math.floor((places - 1) / 2),
    fits: (text) => desk.widthOf(text) * scale <= width + ROUNDING,
  }
}

/** Of words that end in an ellipsis where they do not fit. */
export const cutLook = ({ fontSize }: WordFit): Partial<LabelLook> => ({ fontSize, cut: true })

/** Notes the words that are not there, and those that are cut. */
export function noteWords(desk: Desk, words: readonly string[], { isShown, fits }: WordFit): void {
  desk.leaveOut('labels', words.filter((text, at) => !isShown(at) && text !== '').length)
  desk.leaveOut('cut', words.filter((text, at) => isShown(at) && !fits(text)).length)
}
