import type { FieldKind } from '@pictable/model/field'
import { z } from 'zod'
import { exactNumber } from '#core/exact-number.ts'
import type { Attachment, FieldValue } from '#core/ports/source.ts'

/** Thrown with words that say what the field wants. */
export class CellError extends Error {}

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

const fail = (detail: string): never => {
  throw new CellError(detail)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : fail('must be text')
}

/** Numbers that a double cannot hold exactly stay decimal text. */
function numberOf(value: unknown): number | string {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  const text = typeof value === 'string' ? value.trim() : ''
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i.test(text)) return fail('must be a number, such as 24.5')
  if (!Number.isFinite(Number(text))) return fail('exceeds the largest number')
  return exactNumber(text)
}

function dateOf(value: unknown): string {
  const text = textOf(value).trim()
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : new Date(Number.NaN)
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  return isReal ? text : fail('must be a date such as 2025-12-31')
}

function dateTimeOf(value: unknown): string {
  const text = textOf(value).trim()
  const form = /^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i.exec(text)
  const date = new Date(form === null ? Number.NaN : text.replace(' ', 'T'))
  if (form?.[1] === undefined || Number.isNaN(date.getTime()))
    return fail('must be a time such as 2025-12-31T18:00:00Z')
  dateOf(form[1])
  return date.toISOString()
}

function checkboxOf(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (word === 'true' || word === 'yes' || word === '1' || word === 1) return true
  if (word === 'false' || word === 'no' || word === '0' || word === 0) return false
  return fail('must be true or false')
}

function choicesOf(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : value
  if (!Array.isArray(list)) return fail('must be a list of texts')
  const choices = list.map((item) => textOf(item).trim())
  return [...new Set(choices.filter((choice) => choice !== ''))]
}

const isAsset = (address: string) => /^asset:[A-Za-z0-9_-]+$/.test(address)

function addressOf(value: unknown): string {
  const text = textOf(value).trim()
  if (isAsset(text)) return text
  const isWeb = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
  return isWeb ? text : fail('must be a URL that starts with https://, or asset:<id>')
}

function filenameOf(address: string): string {
  if (isAsset(address)) return address.slice('asset:'.length)
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  return last === '' ? 'file' : last
}

function attachmentsOf(value: unknown): Attachment[] {
  const parsed = attachmentsSchema.safeParse(value)
  if (!parsed.success) return fail('must be a list of pictures, each with a url')
  return parsed.data.map((item) => {
    const { url: given, id, filename, contentType, sizeBytes } = typeof item === 'string' ? { url: item } : item
    const url = addressOf(given)
    return {
      ...(id === undefined ? {} : { id }),
      url,
      filename: filename ?? filenameOf(url),
      ...(contentType === undefined ? {} : { contentType }),
      ...(sizeBytes === undefined ? {} : { sizeBytes }),
    }
  })
}

const readers: Record<FieldKind, (value: unknown) => FieldValue> = {
  text: textOf,
  rich_text: textOf,
  number: numberOf,
  date: dateOf,
  date_time: dateTimeOf,
  checkbox: checkboxOf,
  single_select: textOf,
  multi_select: choicesOf,
  attachments: attachmentsOf,
  url: addressOf,
  json: (json) => ({ json }),
  link: () => fail('cannot be set here'),
  user: () => fail('cannot be set here'),
  unknown: () => fail('cannot be set here'),
}

/** A value as given, as a cell of that kind holds it; nothing is null. @throws CellError */
export function cellOf(kind: FieldKind, value: unknown): FieldValue {
  const isBlank = typeof value === 'string' && value.trim() === ''
  if (value === null || value === undefined || isBlank) return null
  return readers[kind](value)
}

/** Whether a cell of that kind takes the text. */
export function fits(kind: FieldKind, text: string): boolean {
  try {
    cellOf(kind, text)
    return true
  } catch (error) {
    if (error instanceof CellError) return false
    throw error
  }
}
