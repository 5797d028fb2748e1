import type { Mark } from '@pictable/renderer/markup'
import { readText, type TextOptions, type WrittenText } from './read-text.ts'
import {
  isSameStyle,
  isSameText,
  joinText,
  mapStyles,
  NO_STYLE,
  type StyledText,
  sliceText,
  spliceText,
  styleAt,
  type TextRange,
} from './styled-text.ts'
import { writeText } from './write-text.ts'

/** What was wanted of a text cannot be written, such as more fields than a text can have. */
export class TextError extends Error {}

/** Puts another text in place of a range. What is written elsewhere stays as it is, character by character. */
export function replaceRange(text: WrittenText, range: TextRange, inserted: StyledText): WrittenText {
  const wanted = spliceText(text, range, inserted)
  // Stars beside a chip would be shown where its value is empty: a mark that gets one is written again.
  const spliced = inserted.chips.size === 0 ? read(splice(text, range, inserted), wanted, text) : undefined
  const isOutside = (text.gaps[range.from] ?? -1) >= 0 && (text.gaps[range.to] ?? -1) >= 0
  if (spliced && isOutside && !isStyled(inserted)) return spliced
  return shortest([spliced, rewritten(text, range, { wanted, inserted })]) ?? afresh(text, wanted)
}

const isStyled = ({ runs }: StyledText) => runs.some(({ style }) => !isSameStyle(style, NO_STYLE))

/** Changes the style of a range. */
export function changeStyle(text: WrittenText, range: TextRange, change: (style: Mark) => Mark): WrittenText {
  const inserted = mapStyles(sliceText(text, range), change)
  const wanted = spliceText(text, range, inserted)
  if (isSameText(text, wanted)) return text
  return rewritten(text, range, { wanted, inserted }) ?? afresh(text, wanted)
}

interface Wanted {
  readonly wanted: StyledText
  readonly inserted: StyledText
}

/** The text as it is written, if that is read as what is wanted. */
function read(written: string | undefined, wanted: StyledText, options: TextOptions): WrittenText | undefined {
  if (written === undefined) return undefined
  try {
    const text = readText(written, options)
    return isSameText(text, wanted) ? text : undefined
  } catch {
    // What was written around an expression is now a part of it.
    return undefined
  }
}

/** Writes what is inserted at its place; undefined where that has another style. */
function splice(text: WrittenText, { from, to }: TextRange, inserted: StyledText): string | undefined {
  const style = inserted.runs[0]?.style
  if (inserted.runs.length > 1) return undefined
  const isBehind = from === to && from > 0 && (style === undefined || isSameStyle(styleAt(text, from - 1), style))
  if (style !== undefined && !isBehind && !isSameStyle(styleAt(text, from), style)) return undefined
  const start = isBehind ? text.ends[from - 1] : text.starts[from]
  const end = to > from ? text.ends[to - 1] : start
  const own = writeText(
    mapStyles(inserted, () => ({})),
    { ...text, stars: true },
  )
  return text.written.slice(0, start) + own + text.written.slice(end)
}

/** Rewrites the marks that the range is in. */
function rewritten(text: WrittenText, { from, to }: TextRange, { wanted, inserted }: Wanted): WrittenText | undefined {
  const { gaps, plain } = text
  let [first, last] = [from, to]
  // A mark that ends or begins here may go on.
  if (first > 0 && isSharing(styleAt(text, first - 1), inserted.runs[0]?.style)) first--
  if (last < plain.length && isSharing(styleAt(text, last), inserted.runs.at(-1)?.style)) last++
  while (first > 0 && (gaps[first] ?? -1) < 0) first--
  while (last < plain.length && (gaps[last] ?? -1) < 0) last++
  const part = joinText([sliceText(text, { from: first, to: from }), inserted, sliceText(text, { from: to, to: last })])
  const before = text.written.slice(0, gaps[first])
  const after = text.written.slice(gaps[last])
  for (const stars of [true, false]) {
    const made = read(before + writeText(part, { ...text, stars }) + after, wanted, text)
    if (made) return made
  }
  return undefined
}

function isSharing(one: Mark, other: Mark = NO_STYLE): boolean {
  return Object.entries(one).some(([key, value]) => Reflect.get(other, key) === value)
}

/** Rewrites all of it. */
function afresh(text: WrittenText, wanted: StyledText): WrittenText {
  for (const stars of [true, false]) {
    const made = read(writeText(wanted, { ...text, stars }), wanted, text)
    if (made) return made
  }
  throw new TextError('the text cannot be written: it has more fields than a text can have')
}

function shortest(texts: readonly (WrittenText | undefined)[]): WrittenText | undefined {
  return texts
    .filter((each) => each !== undefined)
    .reduce<WrittenText | undefined>(
      (best, each) => (best && best.written.length <= each.written.length ? best : each),
      undefined,
    )
}
