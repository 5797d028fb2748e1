import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import { exactNumber, parseExactJson } from '#core/exact-number.ts'
import type { FieldValue } from '#core/ports/source.ts'
import type { SqlCell, SqlColumn } from './sql-dialect.ts'

/** How the cells of a column are to be understood, one list for every database; `opaque` is text of a form of its own. */
const kinds = {
  text: 'text',
  number: 'number',
  float: 'number',
  date: 'date',
  /** A point in time. */
  instant: 'date_time',
  /** A date and time of day without a zone. */
  local: 'date_time',
  boolean: 'checkbox',
  choice: 'single_select',
  /** A JSON array. */
  list: 'multi_select',
  /** Parted by commas. */
  set: 'multi_select',
  json: 'json',
  bytes: 'unknown',
  opaque: 'text',
} as const satisfies Record<string, FieldKind>

export type CellFormat = keyof typeof kinds

/** How a database spells what is written into it. */
export interface Spelling {
  boolean: { yes: string; no: string }
  list(items: readonly string[]): string
  /** `iso` is UTC, with milliseconds and `Z`. */
  instant(iso: string): string
  local(iso: string): string
  takesNul: boolean
}

/** More than a format can have. */
const MAX_DECIMALS = 20

/** `numeric(10,2)` is shown with two decimals, whatever they are. */
export function shownDecimals({ type, format }: Pick<SqlColumn, 'type' | 'format'>): FieldFormat | null {
  const scale = Number(/^(?:numeric|decimal)\(\d+,\s*(\d+)\)/i.exec(type)?.[1] ?? 0)
  if (format !== 'number' || scale === 0 || scale > MAX_DECIMALS) return null
  return { type: 'number', grouping: false, minimumDigits: scale, maximumDigits: scale }
}

export const kindOf = (format: CellFormat): FieldKind => kinds[format]

/** A number where a double keeps its digits, else these as they are. */
function numberOf(text: string): number | string | null {
  const number = Number(text)
  if (text === '' || Number.isNaN(number)) return /^nan$/i.test(text) || text === '' ? null : text
  if (!Number.isFinite(number)) return /^[+-]?\d/.test(text) ? text : null
  return exactNumber(text)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const asText = (value: unknown) => (isText(value) ? value : JSON.stringify(value))

function parsed(text: string, read: (json: unknown) => FieldValue): FieldValue {
  try {
    return read(parseExactJson(text).value)
  } catch {
    return text
  }
}

/** `2026-11-21 18:04:07.120000+00` becomes `2026-11-21T18:04:07.12Z`; what is no time stays as it stands. */
function timeOf(text: string, zone: string): string | null {
  const match = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)(\.\d+)?([+-]00(?::?00)?|Z)?$/.exec(text)
  if (!match) return text
  const [, date = '', time = '', fraction = '', utc] = match
  if (date === '0000-00-00') return null
  return `${date}T${time}${fraction.replace(/(?:\.|(?<![.0]))0+$/, '')}${utc === undefined ? zone : 'Z'}`
}

const decoders: Record<CellFormat, (text: string) => FieldValue> = {
  text: (text) => text,
  opaque: (text) => text,
  choice: (text) => text,
  number: numberOf,
  float: (text) => (Number.isFinite(Number(text)) ? Number(text) : /\d/.test(text) ? text : null),
  date: (text) => (text === '0000-00-00' ? null : text),
  instant: (text) => timeOf(text, 'Z'),
  local: (text) => timeOf(text, ''),
  boolean: (text) => /^(t|true|y|yes|on)$/i.test(text) || Number(text) > 0 || Number(text) < 0,
  json: (text) => parsed(text, (json) => (json === null ? null : { json })),
  list: (text) =>
    parsed(text, (json) => (Array.isArray(json) ? json.filter((item) => item !== null).map(asText) : asText(json))),
  set: (text) => (text === '' ? [] : text.split(',')),
  bytes: (text) => (text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex').toString('base64') : text),
}

/** A cell in the words of the port; bytes as Base64. */
export function decodeCell(format: CellFormat, cell: SqlCell): FieldValue {
  if (cell === null) return null
  if (cell instanceof Uint8Array) return Buffer.from(cell).toString('base64')
  if (typeof cell === 'number' && kindOf(format) === 'number') return Number.isFinite(cell) ? cell : null
  return decoders[format](String(cell))
}

/** What a column says to a value that it cannot hold. */
export class CellRefused extends Error {}

/** The value as plain text. */
function plainOf(value: Exclude<FieldValue, null>): string {
  if (typeof value !== 'object') return String(value)
  if ('json' in value) return asText(value.json)
  return value.map((item) => (isText(item) ? item : 'url' in item ? item.url : item.label)).join(', ')
}

function textFor({ maxLength, type }: SqlColumn, value: Exclude<FieldValue, null>): string {
  const text = plainOf(value)
  const length = maxLength === null || text.length <= maxLength ? 0 : [...text].length
  if (maxLength === null || length <= maxLength) return text
  throw new CellRefused(
    `accepts at most ${maxLength} characters (${type}), and the text has ${length}. Widen the column, or choose another one in the action`,
  )
}

function numberFor({ type }: SqlColumn, value: Exclude<FieldValue, null>): string {
  const text = plainOf(value).trim()
  if (/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return text
  throw new CellRefused(`accepts only numbers (${type}). Choose a text column in the action`)
}

function isoFor({ type }: SqlColumn, value: Exclude<FieldValue, null>): string {
  const timeMs = Date.parse(plainOf(value))
  if (!Number.isNaN(timeMs)) return new Date(timeMs).toISOString()
  throw new CellRefused(`accepts only dates (${type}). Choose a text column in the action`)
}

function booleanFor({ type }: SqlColumn, value: Exclude<FieldValue, null>, { boolean }: Spelling): string {
  const text = plainOf(value)
  if (/^(true|1)$/i.test(text)) return boolean.yes
  if (/^(false|0)$/i.test(text)) return boolean.no
  throw new CellRefused(`accepts only true or false (${type}). Choose a text column in the action`)
}

function choiceFor(column: SqlColumn, value: Exclude<FieldValue, null>): string {
  const text = plainOf(value)
  if (column.choices === null || column.choices.includes(text)) return text
  const choices = column.choices.slice(0, 10).join(', ')
  throw new CellRefused(
    `accepts only ${choices}, not "${text.slice(0, 100)}". Add it to the choices of the column, or choose a text column in the action`,
  )
}

const itemsOf = (value: Exclude<FieldValue, null>): readonly string[] =>
  Array.isArray(value) ? value.map((item) => plainOf([item])) : [plainOf(value)]

type Encoder = (column: SqlColumn, value: Exclude<FieldValue, null>, spelling: Spelling) => string

const encoders: Record<CellFormat, Encoder> = {
  text: textFor,
  opaque: textFor,
  choice: choiceFor,
  number: numberFor,
  float: numberFor,
  date: (column, value) => isoFor(column, value).slice(0, 10),
  instant: (column, value, { instant }) => instant(isoFor(column, value)),
  local: (column, value, { local }) => local(isoFor(column, value)),
  boolean: booleanFor,
  json: (_column, value) => JSON.stringify(typeof value === 'object' && 'json' in value ? value.json : value),
  list: (_column, value, { list }) => list(itemsOf(value)),
  set: (_column, value) => itemsOf(value).join(','),
  bytes: ({ type }) => {
    throw new CellRefused(`accepts only bytes (${type}). Choose a text column in the action`)
  },
}

/** The value as text that the database takes for this column. @throws CellRefused in words that follow its name */
export function encodeCell(column: SqlColumn, value: FieldValue, spelling: Spelling): string | null {
  if (column.computed) {
    throw new CellRefused('is computed by the database and cannot be written. Choose another column in the action')
  }
  if (value === null) {
    if (column.nullable) return null
    throw new CellRefused('must not be empty (NOT NULL). Allow NULL in it, or choose another column in the action')
  }
  const text = encoders[column.format](column, value, spelling)
  if (spelling.takesNul || !text.includes('\0')) return text
  throw new CellRefused('cannot store the character NUL, which is in the text. Remove the character')
}
