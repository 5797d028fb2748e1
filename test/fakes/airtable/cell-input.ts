import { z } from 'zod'
import { acceptAttachments } from './attachments.ts'
import { invalid } from './errors.ts'
import { addChoice, choicesOf, isComputed } from './field-types.ts'
import type { Base, Field, StoredRecord } from './model.ts'
import { tableById, type World } from './world.ts'

export interface Writing {
  world: World
  base: Base
  typecast: boolean
  /** The record as it stands; null while it is being created. */
  record: StoredRecord | null
}

const refuse = (field: Field): Error =>
  invalid('INVALID_VALUE_FOR_COLUMN', `Field "${field.name}" cannot accept the provided value`)

type Accept = (value: unknown, field: Field, writing: Writing) => unknown

const text: Accept = (value, field, { typecast }) => {
  if (typeof value === 'string') return value
  if (typecast && (typeof value === 'number' || typeof value === 'boolean')) return String(value)
  throw refuse(field)
}

const number: Accept = (value, field, { typecast }) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  if (typecast && typeof value === 'string') {
    const found = /-?\d+(\.\d+)?/.exec(value.replaceAll(',', ''))
    return found ? Number(found[0]) : null
  }
  throw refuse(field)
}

const rating: Accept = (value, field, writing) => {
  const stars = number(value, field, writing)
  const max = Number(field.options?.max ?? 5)
  if (stars === null) return null
  if (!Number.isInteger(stars) || Number(stars) < 0 || Number(stars) > max) throw refuse(field)
  return stars === 0 ? null : stars
}

const checkbox: Accept = (value, field, { typecast }) => {
  if (typeof value === 'boolean') return value
  if (typecast && typeof value === 'string') return /^(true|checked|1|yes)$/i.test(value)
  throw refuse(field)
}

const time =
  (present: (iso: string) => string): Accept =>
  (value, field) => {
    if (value === '') return null
    if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) throw refuse(field)
    const date = new Date(value)
    if (Number.isNaN(date.getTime())) throw refuse(field)
    return present(date.toISOString())
  }

function choose(name: unknown, field: Field, typecast: boolean): string {
  if (typeof name !== 'string') throw refuse(field)
  if (choicesOf(field).some((choice) => choice.name === name)) return name
  if (!typecast || name === '') {
    const message = `Insufficient permissions to create new select option "${JSON.stringify(name)}"`
    throw invalid('INVALID_MULTIPLE_CHOICE_OPTIONS', message)
  }
  addChoice(field, name)
  return name
}

const list = (value: unknown, field: Field, typecast: boolean): unknown[] => {
  if (Array.isArray(value)) return value
  if (typecast && typeof value === 'string') return value.split(',').map((part) => part.trim())
  throw refuse(field)
}

const barcodeSchema = z.object({ text: z.string(), type: z.string().optional() })
const personSchema = z.union([z.object({ id: z.string() }), z.object({ email: z.string() })])

const barcode: Accept = (value, field) => {
  const parsed = barcodeSchema.safeParse(value)
  if (!parsed.success) throw refuse(field)
  return parsed.data
}

const person: Accept = (value, field, { world }) => {
  const parsed = personSchema.safeParse(value)
  if (!parsed.success) throw refuse(field)
  const wanted = parsed.data
  const users = [...world.tokens.values()].map(({ user }) => user)
  const found = users.find((user) => ('id' in wanted ? user.id === wanted.id : user.email === wanted.email))
  if (!found) throw refuse(field)
  return found
}

const links: Accept = (value, field, { base }) => {
  const linked = tableById(base, field.options?.linkedTableId)
  if (!Array.isArray(value) || !value.every((id) => typeof id === 'string')) {
    throw invalid('INVALID_VALUE_FOR_COLUMN', 'Value is not an array of record IDs.')
  }
  const missing = value.find((id) => !linked?.records.has(id))
  if (missing !== undefined) throw invalid('ROW_DOES_NOT_EXIST', `Record ID ${missing} does not exist`)
  return [...new Set(value)]
}

const writable = new Map<string, Accept>(
  Object.entries<Accept>({
    singleLineText: text,
    multilineText: text,
    richText: text,
    email: text,
    url: text,
    phoneNumber: text,
    number,
    percent: number,
    currency: number,
    duration: number,
    rating,
    checkbox,
    date: time((iso) => iso.slice(0, 10)),
    dateTime: time((iso) => iso),
    singleSelect: (value, field, { typecast }) => (typecast && value === '' ? null : choose(value, field, typecast)),
    multipleSelects: (value, field, { typecast }) => [
      ...new Set(list(value, field, typecast).map((name) => choose(name, field, typecast))),
    ],
    barcode,
    singleCollaborator: person,
    multipleCollaborators: (value, field, writing) =>
      list(value, field, false).map((one) => person(one, field, writing)),
    multipleRecordLinks: links,
    multipleAttachments: acceptAttachments,
  }),
)

/** `acceptCell()` turns a written value into the stored one, or throws the 422 that Airtable answers. */
export function acceptCell(value: unknown, field: Field, writing: Writing): unknown {
  const accept = writable.get(field.type)
  if (isComputed(field) || !accept) {
    const message = `Field "${field.name}" cannot accept a value because the field is computed`
    throw invalid('INVALID_VALUE_FOR_COLUMN', message)
  }
  return value === null ? null : accept(value, field, writing)
}
