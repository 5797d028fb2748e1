import type { FieldKind } from '@pictable/model/field'
import type { FieldFormat } from '@pictable/model/field-format'
import { splitLinks } from '@pictable/model/link-text'
import { z } from 'zod'
import { exactNumber } from '#core/exact-number.ts'
import type { Attachment, FieldValue } from '#core/ports/source.ts'
import { isoOfEmailDate } from './email-date.ts'
import { readMoney } from './money.ts'

/** A value that its field cannot hold. No error, as files have millions and each error would keep where it was thrown. */
export class InvalidValue {
  /** Says what the field wants, such as `must be text`. */
  readonly detail: string

  constructor(detail: string) {
    this.detail = detail
  }
}

const attachmentSchema = z.union([
  z.string(),
  z.strictObject({
    id: z.string().optional(),
    url: z.string(),
    filename: z.string().optional(),
    contentType: z.string().optional(),
    sizeBytes: z.number().optional(),
  }),
])

/** Between the addresses of files in one text. An address may hold blanks. */
const betweenAddresses = /(?<!\s)\s+(?=https?:\/\/|asset:)/

const attachmentsSchema = z.union([
  z.string().transform((text) => text.trim().split(betweenAddresses)),
  attachmentSchema.transform((one) => [one]),
  z.array(attachmentSchema),
])

function textOf(value: unknown): string | InvalidValue {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : new InvalidValue('must be text')
}

/** What is read of the text without the blanks around it. */
function readText(value: unknown, read: (text: string) => string | InvalidValue): string | InvalidValue {
  const text = textOf(value)
  return text instanceof InvalidValue ? text : read(text.trim())
}

/** Numbers that a double cannot hold exactly stay decimal text. */
function numberOf(value: unknown): number | string | InvalidValue {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text))
    return new InvalidValue('must be a number, such as 24.5')
  if (!Number.isFinite(Number(text))) return new InvalidValue('exceeds the largest number')
  return exactNumber(text)
}

function dateOf(text: string): string | InvalidValue {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isReal ? text : new InvalidValue('must be a date such as 2025-12-31')
}

function dateTimeOf(given: string): string | InvalidValue {
  const text = isoOfEmailDate(given) ?? given
  const form = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i.exec(text)
  const date = new Date(form === null ? Number.NaN : text.replace(' ', 'T'))
  if (form?.[1] === undefined || Number.isNaN(date.getTime()))
    return new InvalidValue('must be a time such as 2025-12-31T18:00:00Z')
  const day = dateOf(form[1])
  return day instanceof InvalidValue ? day : date.toISOString()
}

function checkboxOf(value: unknown): boolean | InvalidValue {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === 'true' || word === 'yes' || word === '1' || word === 1) return true
  if (word === 'false' || word === 'no' || word === '0' || word === 0) return false
  return new InvalidValue('must be true or false')
}

function choicesOf(value: unknown): string[] | InvalidValue {
  const list = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list)) return new InvalidValue('must be a list of texts')
  const choices = new Set<string>()
  for (const item of list) {
    const choice = readText(item, (text) => text)
    if (choice instanceof InvalidValue) return choice
    if (choice !== '') choices.add(choice)
  }
  return [...choices]
}

/** More would not fit into a request. */
export const MAX_LINKS = 10_000

/** What names rows: their ids, or their titles. `createLinkReader()` finds the rows. */
function linksOf(value: unknown): string[] | null | InvalidValue {
  const list = typeof value === 'string' ? splitLinks(value) : value
  const wrong = new InvalidValue('must be a list of ids or titles of rows')
  if (!Array.isArray(list)) return wrong
  const names = new Set<string>()
  for (const item of list) {
    const named: unknown = typeof item === 'object' && item !== null && 'id' in item ? item.id : item
    const name = readText(named, (text) => text)
    if (name instanceof InvalidValue) return wrong
    if (name !== '') names.add(name)
  }
  if (names.size > MAX_LINKS)
    return new InvalidValue(`names ${names.size} rows, and a cell links to ${MAX_LINKS} at most: use fewer`)
  return names.size === 0 ? null : [...names]
}

const isAsset = (address: string) => /^asset:[A-Za-z0-9_-]+$/.test(address)

function addressOf(text: string): string | InvalidValue {
  if (isAsset(text)) return text
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  return isWeb ? text : new InvalidValue('must be a URL that starts with https://, or asset:<id>')
}

function filenameOf(address: string): string {
  if (isAsset(address)) return address.slice('asset:'.length)
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  return last === '' ? 'file' : last
}

function attachmentsOf(value: unknown): Attachment[] | InvalidValue {
  const parsed = attachmentsSchema.safeParse(value)
  if (!parsed.success) return new InvalidValue('must be a list of pictures, each with a url')
  const files: Attachment[] = []
  for (const item of parsed.data) {
    const { url: given, id, filename, contentType, sizeBytes } = typeof item === 'string' ? { url: item } : item
    const url = addressOf(given.trim())
    if (url instanceof InvalidValue) return url
    files.push({
      ...(id === undefined ? {} : { id }),
      url,
      filename: filename ?? filenameOf(url),
      ...(contentType === undefined ? {} : { contentType }),
      ...(sizeBytes === undefined ? {} : { sizeBytes }),
    })
  }
  return files
}

const cannotBeSet = () => new InvalidValue('cannot be set here')

const readers: Record<FieldKind, (value: unknown) => FieldValue | InvalidValue> = {
  text: textOf,
  rich_text: textOf,
  number: numberOf,
  date: (value) => readText(value, dateOf),
  date_time: (value) => readText(value, dateTimeOf),
  checkbox: checkboxOf,
  single_select: textOf,
  multi_select: choicesOf,
  attachments: attachmentsOf,
  url: (value) => readText(value, addressOf),
  json: (json) => ({ json }),
  link: linksOf,
  user: cannotBeSet,
  unknown: cannotBeSet,
}

/** A value as given, as a cell of that kind holds it; nothing is null. */
export function cellOf(kind: FieldKind, value: unknown): FieldValue | InvalidValue {
  const isBlank = typeof value === 'string' && value.trim() === ''
  if (value === null || value === undefined || isBlank) return null
  return readers[kind](value)
}

/** The same for a field; an amount in its currency is a number. */
export function cellOfField(
  { kind, format }: { kind: FieldKind; format?: FieldFormat },
  value: unknown,
): FieldValue | InvalidValue {
  if (kind !== 'number' || format?.type !== 'currency' || typeof value !== 'string') return cellOf(kind, value)
  const money = readMoney(value)
  return cellOf(kind, money?.currency === format.currency ? money.number : value)
}

/** Whether a cell of that kind takes the text. */
export const fits = (kind: FieldKind, text: string): boolean => !(cellOf(kind, text) instanceof InvalidValue)
