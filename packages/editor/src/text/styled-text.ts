import type { Mark } from '@pictable/renderer/markup'

/** A field or an expression in a text: one unit for the caret. */
export const CHIP = '\ufffc'

/** Text in one style. */
export interface StyledRun {
  /** Where it ends in the text. */
  readonly end: number
  readonly style: Mark
}

/** Text as a person edits it: words without marks, each expression as one `CHIP`. */
export interface StyledText {
  readonly plain: string
  /** In the order of the text, to its end; neighbours differ in style. */
  readonly runs: readonly StyledRun[]
  /** What each chip is written as, by its place in the text. Other objects in the text are letters. */
  readonly chips: ReadonlyMap<number, string>
}

export interface TextRange {
  readonly from: number
  readonly to: number
}

export const NO_STYLE: Mark = {}
export const EMPTY_TEXT: StyledText = { plain: '', runs: [], chips: new Map() }

export function isSameStyle(one: Mark, other: Mark): boolean {
  if (one === other) return true
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every((key) => Reflect.get(one, key) === Reflect.get(other, key))
}

/** Words in one style, without chips. */
export function plainText(plain: string, style: Mark = NO_STYLE): StyledText {
  return plain === '' ? EMPTY_TEXT : { plain, runs: [{ end: plain.length, style }], chips: new Map() }
}

/** One chip, such as `{{Price}}`. */
export function chipText(source: string, style: Mark = NO_STYLE): StyledText {
  return { plain: CHIP, runs: [{ end: 1, style }], chips: new Map([[0, source]]) }
}

/** Neighbours in one style are one. */
export function addRun(runs: StyledRun[], { end, style }: StyledRun): void {
  const last = runs.at(-1)
  const isSame = last !== undefined && isSameStyle(last.style, style)
  if (isSame) runs.pop()
  runs.push({ end, style: isSame ? last.style : style })
}

export function joinText(parts: readonly StyledText[]): StyledText {
  const runs: StyledRun[] = []
  const chips = new Map<number, string>()
  let plain = ''
  for (const part of parts) {
    for (const { end, style } of part.runs) addRun(runs, { end: plain.length + end, style })
    for (const [at, source] of part.chips) chips.set(plain.length + at, source)
    plain += part.plain
  }
  return { plain, runs, chips }
}

export function sliceText({ plain, runs, chips }: StyledText, { from, to }: TextRange): StyledText {
  const inside = runs.flatMap(({ end, style }, index) => {
    const start = Math.max(from, runs[index - 1]?.end ?? 0)
    const cut = Math.min(to, end)
    return cut > start ? [{ end: cut - from, style }] : []
  })
  const kept = [...chips].filter(([at]) => at >= from && at < to).map(([at, source]) => [at - from, source] as const)
  return { plain: plain.slice(from, to), runs: inside, chips: new Map(kept) }
}

/** The same with its chips as words: as they are written. */
export function wordsOfChips(text: StyledText): StyledText {
  const parts: StyledText[] = []
  let from = 0
  for (const [at, source] of text.chips) {
    parts.push(sliceText(text, { from, to: at }), plainText(source, styleAt(text, at)))
    from = at + 1
  }
  return joinText([...parts, sliceText(text, { from, to: text.plain.length })])
}

/** The text with another one in place of a range. */
export function spliceText(text: StyledText, { from, to }: TextRange, inserted: StyledText): StyledText {
  const before = sliceText(text, { from: 0, to: from })
  const after = sliceText(text, { from: to, to: text.plain.length })
  return joinText([before, inserted, after])
}

export function mapStyles({ plain, runs, chips }: StyledText, change: (style: Mark) => Mark): StyledText {
  const changed: StyledRun[] = []
  for (const { end, style } of runs) addRun(changed, { end, style: change(style) })
  return { plain, runs: changed, chips }
}

/** Of the unit at a place; beyond the ends, none. */
export function styleAt({ runs }: StyledText, at: number): Mark {
  return (at < 0 ? undefined : runs.find(({ end }) => end > at)?.style) ?? NO_STYLE
}

/**
 * What is typed at a place looks as what is before it in the same line, else as what follows. It is part of a link only
 * inside of one: a link ends with its last letter.
 */
export function styleForTyping(text: StyledText, { from, to }: TextRange): Mark {
  if (to > from) return styleAt(text, from)
  const startsLine = from === 0 || text.plain[from - 1] === '\n'
  const [before, after] = [styleAt(text, from - 1), styleAt(text, from)]
  const style = startsLine && text.plain[from] !== '\n' ? after : before
  if (style.link === undefined || before.link === after.link) return style
  const { link: _, ...unlinked } = style
  return unlinked
}

export function isSameText(one: StyledText, other: StyledText): boolean {
  return (
    one.plain === other.plain &&
    one.chips.size === other.chips.size &&
    [...one.chips].every(([at, source]) => other.chips.get(at) === source) &&
    one.runs.length === other.runs.length &&
    one.runs.every(({ end, style }, index) => {
      const run = other.runs[index]
      return run !== undefined && run.end === end && isSameStyle(style, run.style)
    })
  )
}
