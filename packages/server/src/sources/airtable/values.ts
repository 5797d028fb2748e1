import type { FieldKind } from '@pictable/model/field'
import { z } from 'zod'
import type { Attachment, FieldValue, LabelledValue } from '#core/ports/source.ts'
import { type FieldType, kindOf, valueTypeOf } from './field-kinds.ts'

/** A record as Airtable answers it: by field id; empty values are left out. */
export const airtableRecord = z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })
export type AirtableRecord = z.output<typeof airtableRecord>

const attachment = z.looseObject({
  id: z.string(),
  url: z.string(),
  filename: z.string().default('file'),
  size: z.number().optional(),
  type: z.string().optional(),
})

/** A file in a cell; without a size Airtable is still fetching it. */
export type AirtableAttachment = z.output<typeof attachment>

const attachments = z.array(attachment)

export function attachmentsIn(raw: unknown): AirtableAttachment[] {
  const read = attachments.safeParse(raw)
  return read.success ? read.data : []
}

/** What Airtable gives for a value that cannot be worked out. */
const broken = z.union([z.looseObject({ error: z.string() }), z.looseObject({ specialValue: z.unknown() })])
const person = z.looseObject({ id: z.string(), email: z.string().optional(), name: z.string().optional() })
const withText = z.looseObject({ text: z.string() })
const withValue = z.looseObject({ value: z.string().nullable() })
const withName = z.looseObject({ name: z.string() })
const button = z.looseObject({ label: z.string().optional(), url: z.string().nullish() })

/** Addresses of files live two hours; a little less is counted on. */
const addressLifeMs = 115 * 60_000

export interface Reading {
  /** What linked records are called, by their id. */
  labels: ReadonlyMap<string, string>
  /** When the answer came. */
  atMs: number
}

function textOf(item: unknown): string | null {
  if (typeof item === 'string') return item
  if (typeof item === 'number' || typeof item === 'boolean') return String(item)
  if (item === null || item === undefined || broken.safeParse(item).success) return null
  const text = withText.safeParse(item)
  if (text.success) return text.data.text
  const value = withValue.safeParse(item)
  if (value.success) return value.data.value
  const name = withName.safeParse(item)
  return name.success ? name.data.name : JSON.stringify(item)
}

/** Computed fields give arrays where one value is expected: one stays what it is, more become one text. */
function single(raw: unknown, read: (item: unknown) => FieldValue): FieldValue {
  if (!Array.isArray(raw)) return read(raw)
  const items = raw.flat().filter((item) => textOf(item) !== null)
  return items.length <= 1 ? read(items[0]) : items.map(textOf).join(', ')
}

function several<Item>(raw: unknown, read: (item: unknown) => Item | null): Item[] | null {
  const items = [raw].flat(2).flatMap((item) => read(item) ?? [])
  return items.length === 0 ? null : items
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

function userOf(item: unknown): LabelledValue | null {
  const read = person.safeParse(item)
  if (read.success) return { id: read.data.id, label: read.data.name ?? read.data.email ?? read.data.id }
  return isText(item) ? { id: item, label: item } : null
}

function linkOf(item: unknown, { labels }: Reading): LabelledValue | null {
  const id = isText(item) ? item : (z.looseObject({ id: z.string() }).safeParse(item).data?.id ?? null)
  return id === null ? null : { id, label: labels.get(id) ?? id }
}

function fileOf(item: unknown, { atMs }: Reading): Attachment | null {
  const read = attachment.safeParse(item)
  if (!read.success) return null
  const { id, url, filename, size, type } = read.data
  return {
    id,
    url,
    filename,
    ...(type !== undefined && { contentType: type }),
    ...(size !== undefined && { sizeBytes: size }),
    expiresAt: new Date(atMs + addressLifeMs).toISOString(),
  }
}

function buttonOf(raw: unknown): FieldValue {
  const read = button.safeParse(raw)
  return read.success ? (read.data.url ?? read.data.label ?? null) : textOf(raw)
}

const either =
  <Wanted extends FieldValue>(isWanted: (value: unknown) => value is Wanted) =>
  (item: unknown): FieldValue =>
    isWanted(item) ? item : textOf(item)

/** Reads a cell that is neither a list nor made of objects only Airtable knows. */
const scalars: Partial<Record<FieldKind, (item: unknown) => FieldValue>> = {
  number: either(isNumber),
  checkbox: either(isFlag),
}

/** The value as every source gives it. What cannot be worked out, or has no value, is null. */
export function canonicalOf(field: FieldType, raw: unknown, reading: Reading): FieldValue {
  if (raw === null || raw === undefined || broken.safeParse(raw).success) return null
  if (valueTypeOf(field).type === 'button') return buttonOf(raw)
  const kind = kindOf(field)
  if (kind === 'attachments') return several(raw, (item) => fileOf(item, reading))
  if (kind === 'link') return several(raw, (item) => linkOf(item, reading))
  if (kind === 'user') return several(raw, userOf)
  if (kind === 'multi_select') return several(raw, textOf)
  return single(raw, scalars[kind] ?? textOf)
}

/** Record ids in a cell of links, also one that a lookup gives. */
export function linkedIdsIn(raw: unknown): string[] {
  return [raw].flat(2).filter(isText)
}
