/** What a formula works with. A list is what links, lookups and selects of several give. */
export type Scalar = string | number | boolean | Date | null
export type Value = Scalar | Scalar[]

/** The formula itself is wrong: 422 INVALID_FILTER_BY_FORMULA. */
export class InvalidFormula extends Error {}

/** Airtable may know it, the fake does not: 422 FAKE_UNSUPPORTED. */
export class UnsupportedFormula extends Error {}

/** It cannot be worked out for this record: #ERROR!. */
export class FormulaError extends Error {}

export function toText(value: Value): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(toText).join(', ')
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? '1' : '0'
  return String(value)
}

export function toNumber(value: Value): number {
  if (value === null) return 0
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (Array.isArray(value) && value.length === 1) return toNumber(value[0] ?? null)
  throw new FormulaError(`"${toText(value)}" is no number`)
}

export function toDate(value: Value): Date | null {
  if (value === null || value instanceof Date) return value
  const text = toText(value)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) throw new UnsupportedFormula(`Only ISO dates are modelled, not "${text}"`)
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw new FormulaError(`"${text}" is no date`)
  return date
}

/** As a filter sees it: not 0, false, "", NaN or an empty list. */
export function isTruthy(value: Value): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

/** Both sides on one scale. What Airtable does with sides of different kinds is not known, so it is refused. */
function sides(left: Value, right: Value): [number | string, number | string] {
  const pair = [left, right].map((side) => (Array.isArray(side) ? toText(side) : side))
  const asText = (): [string, string] => [toText(left), toText(right)]
  const isText = (side: Scalar): boolean => typeof side === 'string'
  const isDate = (side: Scalar): boolean => side instanceof Date
  const beside = (side: Scalar): boolean => isText(side) || isDate(side)
  if (pair.includes('') || (pair.includes(null) && pair.some(beside)) || pair.every(isText)) return asText()
  if (pair.some(isText) || pair.filter(isDate).length === 1) {
    throw new UnsupportedFormula(`Comparing "${toText(left)}" with "${toText(right)}", which are of different kinds`)
  }
  const measure = (side: Value): number => (side instanceof Date ? side.getTime() : toNumber(side))
  return [measure(left), measure(right)]
}

export function compare(operator: string, left: Value, right: Value): boolean {
  const [one, other] = sides(left, right)
  if (operator === '=') return one === other
  if (operator === '!=') return one !== other
  if (operator === '<') return one < other
  if (operator === '>') return one > other
  return operator === '<=' ? one <= other : one >= other
}
