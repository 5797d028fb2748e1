import { writeLink } from '@pictable/model/link-text'
import * as v from 'valibot'
import { locale } from '#dashboard/strings/t.ts'

const pictureShape = v.looseObject({ url: v.string(), filename: v.optional(v.string()) })

export type Picture = v.InferOutput<typeof pictureShape>

const picturesShape = v.fallback(v.array(pictureShape), [])
const linkShape = v.looseObject({ id: v.string(), label: v.string() })

/** A row that a cell links to. */
export type LinkedRow = v.InferOutput<typeof linkShape>

const linksShape = v.fallback(v.array(linkShape), [])
const choicesShape = v.fallback(v.array(v.string()), [])

const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 20 })
const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })

export function picturesOf(value: unknown): Picture[] {
  return v.parse(picturesShape, value)
}

export function choicesOf(value: unknown): string[] {
  return v.parse(choicesShape, value)
}

export function linksOf(value: unknown): LinkedRow[] {
  return v.parse(linksShape, value)
}

/** Where a picture of ours can be seen; others the page may not load. */
export function thumbnailOf({ url }: Picture): string | null {
  const [, id] = /^asset:([\w-]+)$/.exec(url) ?? []
  return id === undefined ? null : `/v1/assets/${id}/content`
}

function jsonOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'json' in value ? value.json : value
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item)
  if ('label' in item) return writeLink(String(item.label))
  return 'url' in item ? String(item.url) : JSON.stringify(item)
}

/** A value as text from which the server reads it again: what is copied, and what an editor begins with. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value)) return value.map(itemText).join(picturesOf(value).length > 0 ? ' ' : ', ')
  return typeof value === 'object' ? JSON.stringify(jsonOf(value)) : String(value)
}

function dateWords(text: string, format: Intl.DateTimeFormat): string {
  const timeMs = Date.parse(text)
  return Number.isNaN(timeMs) ? text : format.format(timeMs)
}

/** A value as people read it, where its table has no format for it. */
export function cellWords(kind: string, value: unknown): string {
  if (typeof value === 'number') return numbers.format(value)
  if (typeof value === 'string' && kind === 'date') return dateWords(value, days)
  if (typeof value === 'string' && kind === 'date_time') return dateWords(value, times)
  return plainText(value)
}

/** A value as a request holds it; nothing is null. */
export function sentValue(kind: string, value: unknown): unknown {
  if (kind !== 'json') return value ?? null
  if (typeof value !== 'string') return jsonOf(value) ?? null
  try {
    return value.trim() === '' ? null : JSON.parse(value)
  } catch {
    return value
  }
}

/** What was typed, as a value: empty is nothing. */
export function typedValue(text: string): string | null {
  return text === '' ? null : text
}

/** Whether a tick stands in it, however it came there. */
export function isTicked(value: unknown): boolean {
  return value === true || ['true', 'yes', '1'].includes(String(value ?? '').toLowerCase())
}

/** A time as `<input type="datetime-local">` wants it, in the time zone of the person. */
export function localTime(value: unknown): string {
  const at = new Date(String(value ?? ''))
  if (Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
