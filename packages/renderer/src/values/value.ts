/** What a record may hold in a field. A picture is its address (`src`) as a string. */
export type Value = string | number | boolean | null | undefined | readonly Value[]

/** The values of one record by variable name. */
export type Values = Readonly<Record<string, Value>>

/** True for what a user calls empty: nothing, blank text, a list of such. */
export function isEmpty(value: Value): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.every(isEmpty)
  return false
}

/** The value as plain text; a list is joined by commas. */
export function toText(value: Value): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object') return value.map(toText).join(', ')
  return String(value)
}

/** The value as a number, or undefined; text counts when all of it is a number. */
export function toNumber(value: Value): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

const truths = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

/** The value as a boolean, or undefined; `true/yes/1` and `false/no/0` count in any case. */
export function toBoolean(value: Value): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  return truths.get(String(value).trim().toLowerCase())
}
