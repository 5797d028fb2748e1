import type { FieldValue } from '#core/ports/source.ts'

export type WriteForm =
  | 'text'
  | 'number'
  | 'percent'
  | 'date'
  | 'date_time'
  | 'local_date_time'
  | 'time'
  | 'checkbox'
  | 'choice'
  | 'choices'
  | 'json'
  | 'json_text'
  | 'files'

/** What a field takes. */
export interface Writable {
  /** The product, as messages name it. */
  product: string
  computed: boolean
  /** Absent: Pictable does not write it. */
  writes: WriteForm | undefined
  /** What may be chosen in a select field; null where anything may be. */
  choices: readonly string[] | null
}

/** A value that the field cannot hold. The message goes on behind "The field …". */
export class ValueError extends Error {}

function textOf(value: FieldValue): string {
  if (value === null) return ''
  if (typeof value !== 'object') return String(value)
  if ('json' in value) return JSON.stringify(value.json)
  return value.map((item) => (typeof item === 'string' ? item : 'url' in item ? item.url : item.label)).join(', ')
}

function numberOf(value: FieldValue): number | string {
  if (typeof value === 'number') return value
  const text = textOf(value).trim()
  if (text === '' || Number.isNaN(Number(text))) throw new ValueError('accepts only numbers')
  return Number.isSafeInteger(Number(text)) || /[.eE]/.test(text) ? Number(text) : text
}

function instantOf(value: FieldValue): Date {
  const at = typeof value === 'string' ? new Date(value) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime())) throw new ValueError('accepts only dates')
  return at
}

function dateOf(value: FieldValue): string {
  const text = typeof value === 'string' ? value : ''
  return /^\d{4}-\d\d-\d\d$/.test(text) ? text : instantOf(value).toISOString().slice(0, 10)
}

function timeOf(value: FieldValue): string {
  const text = textOf(value)
  if (!/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text))
    throw new ValueError('accepts only times of day, such as 14:30')
  return text
}

function checkboxOf(value: FieldValue): boolean {
  if (typeof value !== 'boolean') throw new ValueError('is a checkbox and accepts only true or false')
  return value
}

function choiceOf(value: string, { choices, product }: Writable): string {
  if (choices === null || choices.includes(value)) return value
  const known = choices.map((choice) => `"${choice}"`).join(', ')
  throw new ValueError(`has no option "${value}" (it has: ${known}). Add it in ${product}`)
}

function choicesOf(value: FieldValue, field: Writable): string[] {
  const wanted = Array.isArray(value) ? value.map((item) => textOf([item])) : [textOf(value)]
  return wanted.map((choice) => choiceOf(choice, field))
}

function jsonOf(value: FieldValue): unknown {
  return value !== null && typeof value === 'object' && 'json' in value ? value.json : value
}

/**
 * A cell as a product takes it. Some write whatever they are given: a word into a number, an option that does not exist.
 * So everything is looked at here.
 * @throws ValueError
 */
export function writeValue(field: Writable, value: FieldValue): unknown {
  if (field.computed) throw new ValueError(`is computed by ${field.product} and cannot be written`)
  if (field.writes === undefined) throw new ValueError('has a type that Pictable cannot write')
  if (value === null) return null
  switch (field.writes) {
    case 'text':
      return textOf(value)
    case 'number':
      return numberOf(value)
    case 'percent':
      return Number((Number(numberOf(value)) * 100).toPrecision(15))
    case 'date':
      return dateOf(value)
    case 'date_time':
      return instantOf(value).toISOString()
    case 'local_date_time':
      return instantOf(value).toISOString().replace(/Z$/, '')
    case 'time':
      return timeOf(value)
    case 'checkbox':
      return checkboxOf(value)
    case 'choice':
      return choiceOf(textOf(value), field)
    case 'choices':
      return choicesOf(value, field)
    case 'json':
      return jsonOf(value)
    case 'json_text':
      return JSON.stringify(jsonOf(value))
    case 'files':
      throw new ValueError('accepts only files')
  }
}
