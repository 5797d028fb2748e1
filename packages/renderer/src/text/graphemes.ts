/** Made when it is first needed: to load its tables takes as long as a picture. */
let graphemes: Intl.Segmenter | undefined

/** Each of these is a grapheme, whatever of them is next to it: most text needs no segmenter, which takes five times as long. */
const ONE_BY_ONE = /^[ -~]*$/

/** Text looked at for one cut; a longer grapheme is cut after this much. */
const LONGEST_WINDOW = 16_384
const FIRST_WINDOW = 64

export interface CutQuestion {
  readonly text: string
  readonly from: number
  /** Never cut after this. */
  readonly to: number
  /** Whether the text from `from` to `end` fits. */
  readonly fits: (end: number) => boolean
}

/** The last grapheme boundary up to which the text fits, found without looking far beyond it; `from` when none does. */
export function lastFittingBoundary(question: CutQuestion): number {
  const { text, from, to, fits } = question
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const windowEnd = Math.min(to, from + window)
    const ends = boundariesOf(text, from, windowEnd)
    // The last grapheme of a window may go on behind it.
    if (windowEnd < to && window < LONGEST_WINDOW) ends.pop()
    let fitting = 0
    let candidates = ends.length
    while (fitting < candidates) {
      const middle = Math.ceil((fitting + candidates) / 2)
      if (fits(ends[middle - 1] ?? from)) fitting = middle
      else candidates = middle - 1
    }
    const everythingFits = fitting === ends.length
    if (!everythingFits || windowEnd === to || window >= LONGEST_WINDOW) return ends[fitting - 1] ?? from
  }
}

/** End of the first grapheme at `from`. */
export function firstBoundary(text: string, from: number, to: number): number {
  for (let window = FIRST_WINDOW; ; window *= 4) {
    const windowEnd = Math.min(to, from + window)
    const first = boundariesOf(text, from, windowEnd)[0] ?? to
    if (first < windowEnd || windowEnd === to || window >= LONGEST_WINDOW) return first
  }
}

/** The ends of all graphemes between two offsets. */
export function boundariesOf(text: string, from: number, to: number): number[] {
  const part = text.slice(from, to)
  if (ONE_BY_ONE.test(part)) return Array.from(part, (_, index) => from + index + 1)
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return Array.from(graphemes.segment(part), ({ index, segment }) => from + index + segment.length)
}
