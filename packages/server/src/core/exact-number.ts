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
  if (String(number) === text) return number
  const digits = digitsOf(text)
  // A program that prints doubles with 17 digits writes 0.1 as 0.10000000000000001.
  return digits.length <= 15 || digits === digitsOf(number.toPrecision(17)) ? number : text
}

/** What may be a number that loses digits, to its end. */
const longNumber = /(?<=^|[[:,\s])-?(?:\d[\d.]{15}|[\d.]{1,15}[eE][+-]?\d{3})[\d.eE+-]*/g

/** Whether JSON may have a number that loses digits: any other is parsed without a reviver, which takes five times as long. */
function mayLoseDigits(text: string): boolean {
  for (const [number] of text.matchAll(longNumber)) if (typeof exactNumber(number) === 'string') return true
  return false
}

type Holder = Record<string, unknown>

export interface ExactJson {
  value: unknown
  /** Whether a number in it is text. */
  hasLongNumber: boolean
  /** Whether a member of an object in it was such a number, and no larger than a double can be. */
  isLongNumber: (holder: object, key: string) => boolean
}

/** Parses JSON; numbers whose digits a double cannot keep become text. @throws SyntaxError */
export function parseExactJson(text: string): ExactJson {
  if (!mayLoseDigits(text)) return { value: JSON.parse(text), hasLongNumber: false, isLongNumber: () => false }
  let hasLongNumber = false
  const long = new WeakMap<object, Set<string>>()
  const reviver = function (this: Holder, key: string, value: unknown, context?: { source?: string }): unknown {
    if (typeof value !== 'number' || context?.source === undefined) return value
    const exact = exactNumber(context.source)
    hasLongNumber ||= typeof exact === 'string'
    if (typeof exact === 'string' && Number.isFinite(value)) long.set(this, (long.get(this) ?? new Set()).add(key))
    return exact
  }
  const value: unknown = JSON.parse(text, reviver)
  return { value, hasLongNumber, isLongNumber: (holder, key) => long.get(holder)?.has(key) === true }
}
