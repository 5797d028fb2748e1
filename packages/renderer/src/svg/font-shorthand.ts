import type { Declaration } from './style-sheet.ts'

const SIZE =
  /^(?:\+?(?:\d+\.?\d*|\.\d+)(?:px|pt|pc|em|rem|ex|ch|mm|cm|in|q|%|vw|vh)|0|xx-small|x-small|small|medium|large|x-large|xx-large|smaller|larger)(?:\/\S+)?$/i

const kinds: readonly [property: string, values: RegExp][] = [
  ['font-style', /^(?:italic|oblique)$/i],
  ['font-weight', /^(?:bold|bolder|lighter|\d{1,4})$/i],
  ['font-variant', /^small-caps$/i],
  ['font-stretch', /^(?:ultra-|extra-|semi-)?(?:condensed|expanded)$/i],
]

/** The properties that `font: italic 700 14px/1.5 Inter` sets: what it does not name is normal. None if it is not valid CSS. */
export function expandFont({ value, important }: Declaration): Declaration[] {
  const words = value
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\/ ?/g, '/')
    .split(' ')
  const at = words.findIndex((word) => SIZE.test(word))
  const family = words.slice(at + 1).join(' ')
  if (at < 0 || family === '') return []
  const set = new Map(kinds.map(([property]) => [property, 'normal']))
  for (const word of words.slice(0, at)) {
    if (/^normal$/i.test(word)) continue
    const [property] = kinds.find(([, values]) => values.test(word)) ?? []
    if (property === undefined || set.get(property) !== 'normal') return []
    set.set(property, word)
  }
  const [size = ''] = words[at]?.split('/') ?? []
  const all = [...set, ['font-size', size] as const, ['font-family', family] as const]
  return all.map(([property, each]) => ({ property, value: each, important }))
}
