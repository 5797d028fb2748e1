import { RenderError } from '#renderer/errors/render-error.ts'

/** What a record may hold in a field: JSON. A picture is its address (`src`) as a string, the rows of a table may be objects. */
export type Value = string | number | boolean | null | undefined | readonly Value[] | { readonly [name: string]: Value }

/** The values of one record by variable name. */
export type Values = Readonly<Record<string, Value>>

/** Whether a value can have the name: objects lose a key that is called so. */
export const isNameOfValue = (name: string) => name !== '__proto__'

export const RESERVED_NAME = 'is a reserved name: no value can have it'

/** True for what a user calls empty: nothing, blank text, a list of such. */
export function isEmpty(value: Value): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  if (isList(value)) return value.every(isEmpty)
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** A list of values, as opposed to an object. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value)
}

/** The value as plain text; a list is joined by commas, an object is JSON. */
export function toText(value: Value): string {
  if (value === null || value === undefined) return ''
  if (isList(value)) return value.map(toText).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

const MAX_DEPTH = 20

/** @throws RenderError for what is not JSON, such as a date, and for lists and objects inside each other more than 20 deep */
export function checkValues(values: Values): void {
  for (const [name, value] of Object.entries(values)) {
    const reason = reasonAgainst(value, 0)
    if (reason !== undefined) throw new RenderError('value_invalid', `the value "${name}" ${reason}`)
  }
}

function reasonAgainst(value: unknown, depth: number): string | undefined {
  if (value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value)) return undefined
  if (depth === MAX_DEPTH) return `has lists or objects nested more than ${MAX_DEPTH} deep`
  if (typeof value !== 'object' || !isJson(value)) {
    return 'is not JSON: use texts, numbers, true or false, and lists and objects of these'
  }
  for (const part of Object.values(value)) {
    const reason = reasonAgainst(part, depth + 1)
    if (reason !== undefined) return reason
  }
  return undefined
}

function isJson(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
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
