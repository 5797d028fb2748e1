import { z } from 'zod'
import {
  allTables,
  displayField,
  type FakeField,
  type FakeRecord,
  type FakeTable,
  type FakeWorld,
  refuse,
  stamp,
  unsupported,
} from './model.ts'

const mostCharacters = 100_000
const expiresAfterMs = 2 * 60 * 60_000

const fileSchema = z.looseObject({ path: z.string().optional(), url: z.string().optional() })
const linkSchema = z.array(z.object({ id: z.number() }))
const computed = new Set(['Formula', 'CreatedTime', 'LastModifiedTime', 'Barcode', 'QrCode', 'Rollup', 'Lookup'])

function attachmentsOf(world: FakeWorld, value: unknown): unknown {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null
  if (!Array.isArray(value)) throw refuse(400, 'ERR_INVALID_ATTACHMENT_JSON', 'Invalid JSON for attachment field')
  return value.map((each) => {
    const file = fileSchema.parse(each)
    if (file.path === undefined && file.url === undefined) {
      throw Object.assign(refuse(422, '', ''), { body: { msg: 'Attachment object must contain either url or path' } })
    }
    const { signedPath: _, thumbnails: _2, ...kept } = file
    return { id: world.newId('at'), ...kept }
  })
}

/** A cell as version 2 writes it: almost whatever it is given. */
export function writtenCell(world: FakeWorld, { type, title }: FakeField, value: unknown): unknown {
  if (type === 'Attachment') return attachmentsOf(world, value)
  if (value === null) return type === 'Checkbox' ? false : null
  if (typeof value === 'string' && value.length > mostCharacters) {
    const message = `Value length '${value.length}' is exceeding allowed limit '100000' for type '${type}' on column '${title}'`
    throw refuse(422, 'ERR_INVALID_VALUE_FOR_FIELD', message)
  }
  if (type === 'MultiSelect') return typeof value === 'string' ? value.split(',') : value
  if (type === 'JSON') return typeof value === 'string' ? value : JSON.stringify(value)
  if (type === 'DateTime') return stamp(new Date(String(value)))
  if (type === 'Links') return linkSchema.parse(value).map(({ id }) => id)
  return value
}

const numbers = new Set(['Number', 'Decimal', 'Currency', 'Percent', 'Duration', 'Rating', 'Year'])

/** Version 3 looks at numbers, though not at options. */
export function checkCell({ type, title }: FakeField, value: unknown): void {
  if (value === null) return
  const isWrong = numbers.has(type) && Number.isNaN(Number(value))
  if (isWrong) {
    const message = `Invalid value '${String(value)}' for type '${type}' on column '${title}'`
    throw refuse(422, 'ERR_INVALID_VALUE_FOR_FIELD', message)
  }
}

export const isComputed = ({ type }: FakeField): boolean => computed.has(type)

/** Only `CONCAT({Field},"text")` and `{Field}*number`, which the tests use. */
function formulaOf(table: FakeTable, record: FakeRecord, formula: string): unknown {
  const cell = (name: string | undefined) => {
    const field = table.fields.find(({ title }) => title === name)
    return field === undefined ? null : (record.cells.get(field.id) ?? null)
  }
  const [, joined, text] = /^CONCAT\(\{(.+)\},"(.*)"\)$/.exec(formula) ?? []
  if (joined !== undefined) return `${cell(joined) ?? ''}${text}`
  const [, factor, times] = /^\{(.+)\}\*(\d+)$/.exec(formula) ?? []
  if (factor === undefined) throw unsupported(`the formula ${formula}`)
  const value = cell(factor)
  return value === null ? null : Number(value) * Number(times)
}

function signed(world: FakeWorld, file: unknown): unknown {
  const { path, ...rest } = fileSchema.parse(file)
  if (path === undefined) return { ...rest, signedUrl: rest.url }
  const until = Math.ceil((Date.now() + expiresAfterMs) / 300_000) * 300_000
  const sign = (place: string) => `dltemp/${world.newId('k')}/${until}/${place}`
  const place = path.replace(/^download\//, '')
  const thumbnail = (name: string) => ({ signedPath: sign(`thumbnails/${place}/${name}.jpg`) })
  const isPicture = String(rest.mimetype).startsWith('image/')
  const thumbnails = { tiny: thumbnail('tiny'), small: thumbnail('small'), card_cover: thumbnail('card_cover') }
  return { path, ...rest, ...(isPicture ? { thumbnails } : {}), signedPath: sign(place) }
}

function linksOf(
  world: FakeWorld,
  { options }: FakeField,
  { value, asRecords }: { value: unknown; asRecords: boolean },
) {
  const ids = z.array(z.number()).catch([]).parse(value)
  if (!asRecords) return ids.length
  const related = allTables(world).find(({ id }) => id === options.related_table_id)
  const display = related === undefined ? undefined : displayField(related)
  const byId = new Map(related?.records.map((record) => [record.id, record]))
  return ids.flatMap((id) => {
    const record = byId.get(id)
    if (record === undefined || display === undefined) return []
    return [{ id, fields: { [display.title]: record.cells.get(display.id) ?? null } }]
  })
}

/** A cell as version 3 answers it. */
export function answeredCell(
  world: FakeWorld,
  table: FakeTable,
  { record, field, linksAsLtar }: { record: FakeRecord; field: FakeField; linksAsLtar: boolean },
): unknown {
  const value = record.cells.get(field.id) ?? null
  switch (field.type) {
    case 'Formula':
      return formulaOf(table, record, String(field.options.formula))
    case 'CreatedTime':
      return record.createdAt
    case 'LastModifiedTime':
      return record.updatedAt
    case 'Checkbox':
      return value === true || value === 1
    case 'Rating':
      return value ?? 0
    case 'Attachment':
      return Array.isArray(value) ? value.map((file) => signed(world, file)) : null
    case 'Links':
      return linksOf(world, field, { value, asRecords: linksAsLtar })
    default:
      return value
  }
}
