import { z } from 'zod'
import { answeredCell, checkCell, isComputed, writtenCell } from './cells.ts'
import { deliver } from './hooks.ts'
import {
  baseById,
  FakeError,
  type FakeField,
  type FakeRecord,
  type FakeTable,
  type FakeView,
  type FakeWorld,
  keyField,
  refuse,
  stamp,
  tableById,
  unsupported,
} from './model.ts'
import type { FakeRequest } from './route.ts'

const v2Max = 100
const v3Max = 10

const cellsSchema = z.record(z.string(), z.unknown())
const newRecords = z
  .array(z.object({ fields: cellsSchema }))
  .or(z.object({ fields: cellsSchema }).transform((one) => [one]))
const changedRecords = z.array(z.object({ id: z.union([z.string(), z.number()]), fields: cellsSchema.default({}) }))

const findField = ({ fields }: FakeTable, key: string): FakeField | undefined =>
  fields.find(({ id }) => id === key) ?? fields.find(({ title }) => title === key)

function tooMany(count: number, most: number): void {
  if (count > most) {
    throw refuse(422, 'ERR_MAX_PAYLOAD_LIMIT_EXCEEDED', `Maximum ${most} entities are allowed per request`)
  }
}

function fieldsAsked(table: FakeTable, query: URLSearchParams, view: FakeView | undefined): FakeField[] {
  const shown = table.fields.filter(({ id, type }) => type !== 'ID' && type !== 'Button' && !view?.hidden.has(id))
  const asked = query.get('fields')
  if (asked === null || asked === '') return shown
  const wanted = asked.split(',').map((key) => {
    const field = findField(table, key)
    if (field || table.fields.some(({ columnName }) => columnName === key)) return field
    throw refuse(422, 'ERR_FIELD_NOT_FOUND', `Field '${key}' on 'fields' query parameter not found`)
  })
  return shown.filter((field) => wanted.includes(field))
}

/** How many links of a cell are listed. Names in brackets end at the first that closes. */
function mostLinks({ title }: FakeField, query: URLSearchParams): number {
  const asked = title.includes(']') ? null : query.get(`nested[${title}][limit]`)
  return Math.min(asked === null ? 25 : Number(asked), 1000)
}

/** All links of one cell, in pages. */
export function listLinks(world: FakeWorld, { params, query }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 3)
  const field = table.fields.find(({ id }) => id === params.field)
  const record = table.records.find(({ id }) => String(id) === params.record)
  if (!field || !record) throw unsupported('links of what is not there')
  const links = z.array(z.unknown()).parse(answeredCell(world, table, { record, field, linksAsLtar: true }))
  const [page, size] = [Number(query.get('page') ?? 1), Math.min(Number(query.get('pageSize') ?? 25), 1000)]
  return { records: links.slice((page - 1) * size, page * size) }
}

function answered(
  world: FakeWorld,
  table: FakeTable,
  { record, fields, query }: { record: FakeRecord; fields: readonly FakeField[]; query: URLSearchParams },
) {
  const linksAsLtar = query.get('linksAsLtar') === 'true'
  const cells = fields.map((field) => {
    const value = answeredCell(world, table, { record, field, linksAsLtar })
    return [
      field.title,
      Array.isArray(value) && field.type === 'Links' ? value.slice(0, mostLinks(field, query)) : value,
    ]
  })
  const stamps = query.get('fields') ? {} : { CreatedAt: record.createdAt, UpdatedAt: record.updatedAt }
  return { id: record.id, fields: { ...stamps, ...Object.fromEntries(cells) } }
}

function whereOf(table: FakeTable, where: string | null): (record: FakeRecord) => boolean {
  if (!where) return () => true
  const [, name = '', list] = /^\((.+?),in,(.*)\)$/.exec(where) ?? []
  if (list === undefined) throw unsupported(`where=${where}`)
  const field = findField(table, name)
  if (field === undefined) throw refuse(422, 'ERR_INVALID_FILTER', `Invalid filter field '${name}' not found`)
  if (field !== keyField(table)) throw unsupported(`where=${where}`)
  const ids = new Set(list.split(','))
  return ({ id }) => ids.has(String(id))
}

function inView(records: readonly FakeRecord[], view: FakeView | undefined): FakeRecord[] {
  const cell = (record: FakeRecord, id: string) => Number(record.cells.get(id) ?? Number.NaN)
  const shown = records.filter((record) =>
    (view?.filters ?? []).every(({ field_id, value }) => cell(record, field_id) >= Number(value)),
  )
  const [sort] = view?.sorts ?? []
  return sort === undefined ? shown : shown.sort((one, other) => cell(one, sort.field_id) - cell(other, sort.field_id))
}

function viewOf(table: FakeTable, id: string | null): FakeView | undefined {
  if (!id) return undefined
  const view = table.views.find((each) => each.id === id)
  if (view) return view
  throw refuse(422, 'ERR_VIEW_NOT_FOUND', `View '${id}' not found`)
}

/** `view_id` is not known and ignored; a page behind the last is refused. */
export function listRecords(world: FakeWorld, { params, query, url }: FakeRequest): unknown {
  baseById(world, params.base ?? '')
  const table = tableById(world, params.table ?? '', 3)
  const view = viewOf(table, query.get('viewId'))
  const fields = fieldsAsked(table, query, view)
  const found = inView(table.records.filter(whereOf(table, query.get('where'))), view)
  const asked = Number(query.get('pageSize'))
  const size = Math.min(asked > 0 ? asked : 25, world.settings.pageMax)
  const page = Math.max(Number(query.get('page') ?? 1), 1)
  const from = (page - 1) * size
  if (from > 0 && from >= found.length) {
    throw refuse(422, 'ERR_INVALID_OFFSET_VALUE', `Offset value '${from}' is invalid`)
  }
  const next = new URL(url)
  next.searchParams.set('page', String(page + 1))
  const previous = new URL(url)
  previous.searchParams.set('page', String(page - 1))
  return {
    records: found.slice(from, from + size).map((record) => answered(world, table, { record, fields, query })),
    ...(from + size < found.length ? { next: next.href } : {}),
    ...(page > 1 ? { prev: previous.href } : {}),
    nestedNext: null,
  }
}

export function addRecords(world: FakeWorld, { params, body, query }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 3)
  const given = newRecords.parse(body)
  tooMany(given.length, world.settings.createMax)
  const made = given.map(({ fields }): FakeRecord => {
    const cells = new Map<string, unknown>()
    for (const [key, value] of Object.entries(fields)) {
      const field = findField(table, key)
      if (field === undefined || isComputed(field)) continue
      checkCell(field, value)
      cells.set(field.id, writtenCell(world, field, value))
    }
    return { id: table.nextId++, createdAt: stamp(new Date()), updatedAt: null, cells }
  })
  table.records.push(...made)
  deliver(world, table, { operation: 'insert', records: made, written: null })
  const fields = fieldsAsked(table, new URLSearchParams(), undefined)
  return { records: made.map((record) => answered(world, table, { record, fields, query })) }
}

export function removeRecords(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 3)
  const ids = changedRecords.parse(body).map(({ id }) => Number(id))
  table.records = table.records.filter(({ id }) => !ids.includes(id))
  return { records: ids.map((id) => ({ id, deleted: true })) }
}

interface Change {
  record: FakeRecord
  cells: Map<FakeField, unknown>
}

function recordById(table: FakeTable, id: unknown): FakeRecord {
  if (id !== undefined && !/^\d+$/.test(String(id))) {
    throw refuse(422, 'ERR_INVALID_PK_VALUE', `Primary key value '${id}' is invalid for column 'Id'`)
  }
  const record = table.records.find((each) => String(each.id) === String(id))
  if (record) return record
  throw refuse(404, 'ERR_RECORD_NOT_FOUND', `Record '${id ?? 'unknown'}' not found`)
}

function write(world: FakeWorld, table: FakeTable, changes: readonly Change[]): void {
  const before = changes.map(({ record }) => ({ ...record, cells: new Map(record.cells) }))
  const written = new Set<string>()
  for (const { record, cells } of changes) {
    for (const [field, value] of cells) {
      record.cells.set(field.id, value)
      written.add(field.id)
    }
    record.updatedAt = stamp(new Date())
  }
  deliver(world, table, { operation: 'update', records: changes.map(({ record }) => record), before, written })
}

/** All or nothing; a field that it does not know is dropped without a word. */
export function patchV2(world: FakeWorld, { params, body }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 2)
  const rows = z.array(cellsSchema).parse(body)
  tooMany(rows.length, v2Max)
  const key = keyField(table)
  const ids = rows.map((row) => row[key.id] ?? row[key.title])
  const twice = ids.find((id, index) => ids.findIndex((other) => String(other) === String(id)) !== index)
  if (twice !== undefined) throw new FakeError(422, { msg: `Duplicate record with id ${String(twice)}` })
  const changes = rows.map((row, index): Change => {
    const record = recordById(table, ids[index])
    const cells = new Map<FakeField, unknown>()
    for (const [name, value] of Object.entries(row)) {
      const field = findField(table, name)
      if (field === undefined || field === key || isComputed(field)) continue
      cells.set(field, writtenCell(world, field, value))
    }
    return { record, cells }
  })
  write(world, table, changes)
  return ids.map((id) => ({ [key.title]: id }))
}

/** Ten at most, and looked at. */
export function patchV3(world: FakeWorld, { params, body, query }: FakeRequest): unknown {
  const table = tableById(world, params.table ?? '', 3)
  const given = changedRecords.parse(body)
  tooMany(given.length, v3Max)
  const changes = given.map(({ id, fields }): Change => {
    const record = recordById(table, id)
    const known = Object.entries(fields).flatMap(([name, value]): [FakeField, unknown][] => {
      const field = findField(table, name)
      if (field === undefined || isComputed(field)) return []
      checkCell(field, value)
      return [[field, writtenCell(world, field, value)]]
    })
    return { record, cells: new Map(known) }
  })
  write(world, table, changes)
  const fields = fieldsAsked(table, new URLSearchParams(), undefined)
  return { records: changes.map(({ record }) => answered(world, table, { record, fields, query })) }
}
