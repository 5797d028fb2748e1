/** Digits that matter: without sign, point, exponent and zeros at either end. */
const digitsOf = (text: string) =>
  text
    .replace(/e.*$/is, '')
    .replace(/\D/g, '')
    .replace(/^0+|(?<!0)0+$/g, '')

/** A decimal number where a double keeps all of its digits, else its text. */
export function exactNumber(text: string): number | string {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (/^[+-]?\d+$/.test(text)) return Number.isSafeInteger(number) ? number : text
  return digitsOf(text).length <= 15 || String(number) === text ? number : text
}

/** Only such a number can lose digits: any other JSON is parsed without a reviver, which takes five times as long. */
const longNumber = /\d[\d.]{15}|\d[eE][+-]?\d/

type Holder = Record<string, unknown>

/**
 * Parses JSON; numbers whose digits a double cannot keep stay text.
 * @returns the value, and whether a member of an object in it was such a number, and no larger than a double can be
 * @throws SyntaxError
 */
export function parseExactJson(text: string): {
  value: unknown
  isLongNumber: (holder: object, key: string) => boolean
} {
  if (!longNumber.test(text)) return { value: JSON.parse(text), isLongNumber: () => false }
  const long = new WeakMap<object, Set<string>>()
  const reviver = function (this: Holder, key: string, value: unknown, context?: { source?: string }): unknown {
    if (typeof value !== 'number' || context?.source === undefined) return value
    const exact = exactNumber(context.source)
    if (typeof exact === 'string' && Number.isFinite(value)) long.set(this, (long.get(this) ?? new Set()).add(key))
    return exact
  }
  const value: unknown = JSON.parse(text, reviver)
  return { value, isLongNumber: (holder, key) => long.get(holder)?.has(key) === true }
}
