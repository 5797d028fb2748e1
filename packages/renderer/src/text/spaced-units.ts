import { boundariesOf } from './graphemes.ts'

/** Letters that hang together: nothing is put between them. */
const CURSIVE = String.raw`\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}`
/** One class, as many marks are of these scripts too: of two ways to read each, long stretches would take for ever. */
const CURSIVE_STRETCH = new RegExp(String.raw`^[${CURSIVE}\p{Mn}\u200c\u200d]+$`, 'u')
/** Text in which canvases put space between glyphs, and so between letters and their marks; each in another way. */
const NEEDS_UNITS = new RegExp(String.raw`[\p{M}${CURSIVE}]`, 'u')

/** Signs that join the letters around them, in segmenters of any age. */
const JOINS_NEXT = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d\u1039\u17d2\u1a60\u200d]/
const JOINS_BEFORE = /^\p{M}/u

/** Whether letter spacing is put between units of the text instead of being left to the canvas. */
export function isSpacedByUnits(text: string): boolean {
  return NEEDS_UNITS.test(text)
}

/** What stays together when letters are set apart: a letter with its marks, or a whole word of a cursive script. */
export interface SpacedUnit {
  readonly start: number
  readonly end: number
  readonly isCursive: boolean
}

export function spacedUnits(text: string): SpacedUnit[] {
  const units: SpacedUnit[] = []
  let start = 0
  for (const end of boundariesOf(text, 0, text.length)) {
    const own = text.slice(start, end)
    const isCursive = CURSIVE_STRETCH.test(own)
    const before = units.at(-1)
    const joins =
      before !== undefined &&
      ((isCursive && before.isCursive) || JOINS_BEFORE.test(own) || JOINS_NEXT.test(text.charAt(start - 1)))
    if (joins) units[units.length - 1] = { ...before, end }
    else units.push({ start, end, isCursive })
    start = end
  }
  return units
}
