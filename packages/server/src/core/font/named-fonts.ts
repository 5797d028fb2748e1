import type { Font } from './font.ts'

/** What a design or values say of fonts. */
interface Named {
  readonly text: string
  /** Whether an expression makes a family, so that it need not stand there. */
  readonly isComputed: boolean
}

const known = new WeakMap<object, Named>()

/** Of JSON that never changes. */
function namedIn(json: object): Named {
  const named = known.get(json) ?? { text: JSON.stringify(json), isComputed: computesFamily(json) }
  known.set(json, named)
  return named
}

function computesFamily(json: unknown): boolean {
  if (typeof json === 'string') return json.includes('font=') && json.includes('{{')
  if (typeof json !== 'object' || json === null) return false
  return Object.entries(json).some(([key, part]) => {
    const isFamily = /fontFamily$/i.test(key) && typeof part === 'object' && part !== null
    return (isFamily && 'expression' in part) || computesFamily(part)
  })
}

/**
 * Those of the fonts whose family stands anywhere in the JSON: as a property, in a value, between the marks of a text; all
 * of them where an expression makes a family. One that is named without being used costs a little; one that is used
 * without being named there cannot be.
 */
export function namedFonts(fonts: readonly Font[], ...jsons: readonly object[]): Font[] {
  if (fonts.length === 0) return []
  const all = jsons.map(namedIn)
  if (all.some(({ isComputed }) => isComputed)) return [...fonts]
  return fonts.filter(({ family }) => {
    const written = JSON.stringify(family).slice(1, -1)
    return all.some(({ text }) => text.includes(written))
  })
}

/** What pictures that are set in the fonts depend on. */
export function fontMarks(fonts: readonly Font[]): (string | number)[][] {
  return fonts.map(({ family, weight, style, hash }) => [family, weight, style, hash])
}
