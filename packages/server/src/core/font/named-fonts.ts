import { isSerifFor, SERIF_FAMILY } from '@pictable/renderer/fallback'
import type { Font } from './font.ts'

/** What a design or values say of fonts. */
interface Named {
  readonly text: string
  /** Whether an expression makes a family, so that it need not stand there. */
  readonly isComputed: boolean
  /** Whether it has letters of the script that a family with serifs is for. */
  readonly hasLettersFor: (family: string) => boolean
}

const known = new WeakMap<object, Named>()

/** Of JSON that never changes. */
function namedIn(json: object): Named {
  const before = known.get(json)
  if (before) return before
  const text = JSON.stringify(json)
  const named = {
    text,
    isComputed: computesFamily(json),
    hasLettersFor: remembered((family) => isSerifFor(family, text)),
  }
  known.set(json, named)
  return named
}

/** Designs are long, and asked again for each record. */
function remembered(find: (family: string) => boolean): (family: string) => boolean {
  const found = new Map<string, boolean>()
  return (family) => {
    const answer = found.get(family) ?? find(family)
    found.set(family, answer)
    return answer
  }
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
 * of them where an expression makes a family. Also those with serifs for a script in the JSON, where a text may have serifs:
 * it prefers them without naming them. One that is named without being used costs a little; one that is used without being
 * named there cannot be.
 */
export function namedFonts(fonts: readonly Font[], ...jsons: readonly object[]): Font[] {
  if (fonts.length === 0) return []
  const all = jsons.map(namedIn)
  if (all.some(({ isComputed }) => isComputed)) return [...fonts]
  const isWritten = (family: string) => {
    const written = JSON.stringify(family).slice(1, -1)
    return all.some(({ text }) => text.includes(written))
  }
  const named = new Set(fonts.filter(({ family }) => isWritten(family)))
  const mayHaveSerifs = named.size > 0 || isWritten(SERIF_FAMILY) || jsons.some((json) => 'fonts' in json)
  const goesWith = ({ family }: Font) => mayHaveSerifs && all.some(({ hasLettersFor }) => hasLettersFor(family))
  return fonts.filter((font) => named.has(font) || goesWith(font))
}

/** What pictures that are set in the fonts depend on. */
export function fontMarks(fonts: readonly Font[]): (string | number)[][] {
  return fonts.map(({ family, weight, style, hash }) => [family, weight, style, hash])
}
