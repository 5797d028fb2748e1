import type { Font } from './font.ts'

const texts = new WeakMap<object, string>()

/** The text of a design, which never changes. */
function textOf(json: object): string {
  const known = texts.get(json)
  if (known !== undefined) return known
  const text = JSON.stringify(json)
  texts.set(json, text)
  return text
}

/**
 * Those of the fonts whose family stands anywhere in the JSON: as a property, in a value, between the marks of a text. One
 * that is named without being used costs a little; one that is used without being named there cannot be.
 */
export function namedFonts(fonts: readonly Font[], ...jsons: readonly object[]): Font[] {
  if (fonts.length === 0) return []
  const all = jsons.map(textOf)
  return fonts.filter(({ family }) => {
    const written = JSON.stringify(family).slice(1, -1)
    return all.some((text) => text.includes(written))
  })
}

/** What pictures that are set in the fonts depend on. */
export function fontMarks(fonts: readonly Font[]): (string | number)[][] {
  return fonts.map(({ family, weight, style, hash }) => [family, weight, style, hash])
}
