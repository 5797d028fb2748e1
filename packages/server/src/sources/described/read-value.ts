import { exactNumber } from '#core/exact-number.ts'
import type { Attachment, FieldValue, LabelledValue } from '#core/ports/source.ts'
import type { KindRule } from './description.ts'
import { at, plain, textAt } from './notation.ts'

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Whatever it is, as people would read it. */
const textOf = (value: unknown): string => (Array.isArray(value) ? value.map(textOf).join(', ') : plain(value))

const emptyAsNull = (text: string) => (text === '' ? null : text)

/** A time without a zone is in UTC. */
function instantOf(text: string): string {
  const form = /^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text) ? `${text}Z` : text
  const at = new Date(form.replace(' ', 'T'))
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

function numberOf(value: unknown): FieldValue {
  if (typeof value === 'number') return value
  const text = textOf(value).trim()
  return text === '' ? null : exactNumber(text)
}

function checkboxOf(value: unknown): FieldValue {
  if (Array.isArray(value)) return textOf(value)
  return value === true || value === 1 || value === '1' || value === 'true'
}

function labelledOf({ id, label }: KindRule, value: unknown): LabelledValue[] {
  return asList(value).flatMap((each) => {
    const key = plain(at(each, id ?? ''))
    return key === '' ? [] : [{ id: key, label: (label && textAt(each, label)) ?? key }]
  })
}

function urlOf(given: string | undefined, baseUrl: string): string | null {
  const url = given?.startsWith('/') === true ? `${baseUrl}${given}` : (given ?? '')
  return URL.canParse(url) && /^https?:/.test(url) ? url : null
}

function attachmentsOf(rule: KindRule, value: unknown, baseUrl: string): Attachment[] {
  return asList(value).flatMap((each) => {
    const url = urlOf(rule.url && textAt(each, rule.url), baseUrl)
    if (url === null) return []
    const id = rule.id === undefined ? '' : plain(at(each, rule.id))
    const contentType = rule.content_type === undefined ? '' : plain(at(each, rule.content_type))
    const sizeBytes = rule.size === undefined ? Number.NaN : Number(at(each, rule.size) ?? Number.NaN)
    return [
      {
        url,
        filename: (rule.filename && textAt(each, rule.filename)) ?? 'file',
        ...(id === '' ? {} : { id }),
        ...(contentType === '' ? {} : { contentType }),
        ...(Number.isSafeInteger(sizeBytes) ? { sizeBytes } : {}),
      },
    ]
  })
}

/** The value inside a cell, or inside each entry of a cell. */
function innerOf(path: string | undefined, value: unknown): unknown {
  if (path === undefined) return value
  return Array.isArray(value) ? value.map((each) => at(each, path)) : at(value, path)
}

const nullIfNone = <Value>(values: readonly Value[]) => (values.length === 0 ? null : values)

/** A cell as it came, canonical. Whatever a product may send, it never throws. */
export function readValue(rule: KindRule | null, given: unknown, baseUrl: string): FieldValue {
  const value = innerOf(rule?.value, given)
  if (value === null || value === undefined) return null
  switch (rule?.kind) {
    case 'number':
      return numberOf(value)
    case 'checkbox':
      return checkboxOf(value)
    case 'date':
      return emptyAsNull(/^\d{4}-\d\d-\d\d/.exec(textOf(value))?.[0] ?? textOf(value))
    case 'date_time':
      return emptyAsNull(instantOf(textOf(value)))
    case 'multi_select':
      return nullIfNone((typeof value === 'string' ? value.split(',') : asList(value)).map(textOf).filter(Boolean))
    case 'attachments':
      return nullIfNone(attachmentsOf(rule, value, baseUrl))
    case 'user':
    case 'link':
      return nullIfNone(labelledOf(rule, value))
    case 'json':
      return { json: value }
    default:
      return emptyAsNull(textOf(value))
  }
}
