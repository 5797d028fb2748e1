import type { Declaration } from './style-sheet.ts'

/** No font is described with more characters. */
const LONGEST_VALUE = 1000

const NUMBER = String.raw`(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?`
const LENGTH = String.raw`\+?${NUMBER}(?:px|pt|pc|em|rem|ex|ch|mm|cm|in|q|%|vw|vh)`
const SIZE = new RegExp(`^(?:${LENGTH}|0|xx-small|x-small|small|medium|large|x-large|xx-large|smaller|larger)$`, 'i')
const ANGLE = new RegExp(`^[+-]?${NUMBER}(?:deg|grad|rad|turn)$`, 'i')

/** A word before the family, with the line height that can stand behind the size. */
const WORD = /^([^\s/"']+)(\s*\/\s*[^\s/"']+)?\s*/
/** Families keep the spaces between their quotes. */
const SPACES = /("[^"]*"|'[^']*')|\s+/g

const kinds: readonly [property: string, values: RegExp][] = [
  ['font-style', /^(?:italic|oblique)$/i],
  ['font-weight', /^(?:bold|bolder|lighter|\d{1,4})$/i],
  ['font-variant', /^small-caps$/i],
  ['font-stretch', /^(?:ultra-|extra-|semi-)?(?:condensed|expanded)$/i],
]

/** The properties that `font: italic 700 14px/1.5 Inter` sets: what it does not name is normal. None if it is not valid CSS. */
export function expandFont({ value, important }: Declaration): Declaration[] {
  if (value.length > LONGEST_VALUE) return []
  const set = new Map(kinds.map(([property]) => [property, 'normal']))
  let rest = value.trim()
  let before = ''
  for (;;) {
    const [taken, word = '', lineHeight] = WORD.exec(rest) ?? []
    if (taken === undefined) return []
    rest = rest.slice(taken.length)
    if (SIZE.test(word)) {
      const family = rest.replaceAll(SPACES, (_, quoted?: string) => quoted ?? ' ')
      if (family === '') return []
      const all = [...set, ['font-size', word] as const, ['font-family', family] as const]
      return all.map(([property, each]) => ({ property, value: each, important }))
    }
    if (lineHeight !== undefined) return []
    const isAngle = /^oblique$/i.test(before) && ANGLE.test(word)
    before = word
    // Fonts have one slant: its angle changes nothing.
    if (isAngle || /^normal$/i.test(word)) continue
    const [property] = kinds.find(([, values]) => values.test(word)) ?? []
    if (property === undefined || set.get(property) !== 'normal') return []
    set.set(property, word)
  }
}
