import { z } from 'zod'
import { startFetches } from './attachments.ts'
import { acceptCell } from './cell-input.ts'
import { readCell } from './cell-output.ts'
import { invalid, invalidRequest, recordNotFound, rowDoesNotExist, unknownField } from './errors.ts'
import { isComputed } from './field-types.ts'
import { createId } from './ids.ts'
import { type Actor, type Field, findField, type StoredRecord, type Table } from './model.ts'
import { type Change, noteChange, publishChanges } from './webhook-payload.ts'
import type { World } from './world.ts'

export type Cells = Record<string, unknown>

/** One record to be written; without `record` a new one. */
export interface Write {
  record: StoredRecord | null
  fields: Cells
}

export interface WriteOptions {
  typecast: boolean
  /** PUT: what is not named becomes empty. */
  replace: boolean
  actor: Actor
}

const cells = z.record(z.string(), z.unknown())
const flags = { typecast: z.boolean().optional(), returnFieldsByFieldId: z.boolean().optional() }

export const oneSchema = z.strictObject({ fields: cells, ...flags })
export const createSchema = z.strictObject({ records: z.array(z.strictObject({ fields: cells })), ...flags })
export const updateSchema = z.strictObject({
  records: z.array(z.strictObject({ id: z.string().optional(), fields: cells })),
  performUpsert: z.strictObject({ fieldsToMergeOn: z.array(z.string()).min(1).max(3) }).optional(),
  ...flags,
})

const maxRecords = 10

export function requireTen(given: number, done: string): void {
  if (given <= maxRecords) return
  const message = `A maximum of ${maxRecords} records can be ${done} per request but you have provided ${given}.`
  throw invalid('INVALID_RECORDS', message)
}

export function requireRecord(table: Table, recordId: string): StoredRecord {
  const record = table.records.get(recordId)
  if (!record) throw recordNotFound()
  return record
}

interface Accepted extends Write {
  cells: Map<string, unknown>
}

function acceptAll(
  world: World,
  table: Table,
  writing: { writes: readonly Write[]; options: WriteOptions },
): Accepted[] {
  const { typecast } = writing.options
  return writing.writes.map((write) => {
    const accepted = new Map<string, unknown>()
    for (const [name, value] of Object.entries(write.fields)) {
      const field = findField(table, name)
      if (!field) throw unknownField(name)
      accepted.set(field.id, acceptCell(value, field, { world, base: table.base, typecast, record: write.record }))
    }
    return { ...write, cells: accepted }
  })
}

/** `writeRecords()` writes all of them or, by throwing, none. */
export function writeRecords(
  world: World,
  table: Table,
  writing: { writes: readonly Write[]; options: WriteOptions },
): StoredRecord[] {
  const waiting = world.waitingFetches.length
  const options = table.fields.map((field) => field.options)
  let accepted: Accepted[]
  try {
    accepted = acceptAll(world, table, writing)
  } catch (error) {
    world.waitingFetches.length = waiting
    for (const [index, field] of table.fields.entries()) if (options[index]) field.options = options[index]
    throw error
  }
  const { actor, replace } = writing.options
  const changes: Change[] = []
  const written = accepted.map(({ record, cells: named }) => {
    if (!record) return insertRecord(world, table, { cells: named, actor, changes })
    const all = replace ? new Map([...editable(table).map(({ id }): [string, null] => [id, null]), ...named]) : named
    changes.push(
      noteChange({ world, table, record }, [...all.keys()], () => setCells(world, record, { cells: all, actor })),
    )
    return record
  })
  if (world.settings.attachmentFetch === 'at-once') startFetches(world)
  publishChanges(world, table.base, { changes, actor })
  return written
}

const editable = (table: Table): Field[] => table.fields.filter((field) => !isComputed(field))

function setCells(world: World, record: StoredRecord, given: { cells: Map<string, unknown>; actor: Actor }): void {
  const atMs = world.settings.now()
  for (const [fieldId, value] of given.cells) {
    record.cells.set(fieldId, value)
    record.modified.set(fieldId, { atMs, by: given.actor.user })
  }
}

/** Puts a record in; its cells are taken as they are. */
export function insertRecord(
  world: World,
  table: Table,
  given: { cells: Map<string, unknown>; actor: Actor; changes: Change[] },
): StoredRecord {
  const record: StoredRecord = {
    id: createId('rec'),
    createdTime: new Date(Math.floor(world.settings.now() / 1000) * 1000).toISOString(),
    createdBy: given.actor.user,
    autoNumber: table.nextAutoNumber++,
    commentCount: 0,
    cells: new Map(),
    modified: new Map(),
  }
  setCells(world, record, given)
  table.records.set(record.id, record)
  given.changes.push({ kind: 'created', table, record })
  return record
}

export function deleteRecords(
  world: World,
  table: Table,
  deletion: { records: readonly StoredRecord[]; actor: Actor },
): void {
  const changes = deletion.records.map((record) =>
    noteChange({ world, table, record }, [], () => void table.records.delete(record.id)),
  )
  publishChanges(world, table.base, { changes, actor: deletion.actor })
}

/** The records that an update names, or that an upsert finds. */
export function updateTargets(
  world: World,
  table: Table,
  { records, performUpsert }: z.output<typeof updateSchema>,
): Write[] {
  const mergeOn = performUpsert?.fieldsToMergeOn.map((name) => {
    const field = findField(table, name)
    if (!field) throw unknownField(name)
    return field
  })
  return records.map(({ id, fields }) => {
    if (id === undefined && !mergeOn) throw invalidRequest('Every record needs an id.')
    if (id === undefined) return { record: match(world, table, { fields, mergeOn: mergeOn ?? [] }), fields }
    const record = table.records.get(id)
    if (!record) throw rowDoesNotExist(id)
    return { record, fields }
  })
}

function match(world: World, table: Table, wanted: { fields: Cells; mergeOn: readonly Field[] }): StoredRecord | null {
  const found = [...table.records.values()].filter((record) =>
    wanted.mergeOn.every((field) => {
      const value = wanted.fields[field.name] ?? wanted.fields[field.id] ?? null
      return JSON.stringify(readCell({ world, table, record }, field) ?? null) === JSON.stringify(value)
    }),
  )
  if (found.length > 1) throw invalidRequest('Several records match the fields to merge on.')
  return found[0] ?? null
}
