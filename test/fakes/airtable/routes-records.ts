import { z } from 'zod'
import { fileIdsOf, storeFile } from './attachments.ts'
import { presentRecord } from './cell-output.ts'
import { invalid, invalidRequest, notFound, requestTooLarge, unknownField, unsupported } from './errors.ts'
import { flag, listRecords, listSchema, readPresentation } from './list-records.ts'
import { findField, type StoredRecord, type Table } from './model.ts'
import { readInput } from './read-input.ts'
import { actorOf, type Call, type Route, requireBase, requireTable } from './route.ts'
import { noteChange, publishChanges } from './webhook-payload.ts'
import {
  createSchema,
  deleteRecords,
  oneSchema,
  requireRecord,
  requireTen,
  updateSchema,
  updateTargets,
  type Write,
  writeRecords,
} from './write-records.ts'

const nothing = z.strictObject({})
const localeSchema = z.strictObject({ timeZone: z.string().optional(), userLocale: z.string().optional() })
const getSchema = localeSchema.extend({
  cellFormat: z.enum(['json', 'string']).optional(),
  returnFieldsByFieldId: flag.optional(),
})
const deleteSchema = z.strictObject({ records: z.array(z.string()).min(1) })
const uploadSchema = z.strictObject({ contentType: z.string(), filename: z.string(), file: z.base64() })

function list(call: Call): unknown {
  const table = requireTable(call)
  return listRecords(call.world, table, readInput(listSchema, call.query, call.world.settings.strict))
}

function listByPost(call: Call): unknown {
  const table = requireTable(call)
  const { strict } = call.world.settings
  const locale = readInput(localeSchema, call.query, strict)
  return listRecords(call.world, table, { ...readInput(listSchema, call.body, strict), ...locale })
}

function get(call: Call): unknown {
  const { world, path, query } = call
  const table = requireTable(call)
  const how = readPresentation(table, readInput(getSchema, query, world.settings.strict))
  const record = table.records.get(path.record ?? '')
  if (!record) throw notFound()
  return presentRecord({ world, table, record }, how)
}

interface Writing {
  writes: readonly Write[]
  options: { typecast?: boolean | undefined; returnFieldsByFieldId?: boolean | undefined }
  replace?: boolean
}

function write(call: Call, table: Table, writing: Writing): Record<string, unknown>[] {
  const { world } = call
  const { typecast = false, returnFieldsByFieldId } = writing.options
  const records = writeRecords(world, table, {
    writes: writing.writes,
    options: { typecast, replace: writing.replace ?? false, actor: actorOf(call) },
  })
  const how = readPresentation(table, { returnFieldsByFieldId })
  return records.map((record) => presentRecord({ world, table, record }, how))
}

const isMany = (body: unknown): boolean => typeof body === 'object' && body !== null && 'records' in body

function create(call: Call): unknown {
  const { world, body, query } = call
  const table = requireTable(call)
  const { strict } = world.settings
  readInput(nothing, query, strict)
  if (!isMany(body)) {
    const { fields, ...options } = readInput(oneSchema, body, strict)
    return write(call, table, { writes: [{ record: null, fields }], options })[0]
  }
  const { records, ...options } = readInput(createSchema, body, strict)
  requireTen(records.length, 'created')
  return { records: write(call, table, { writes: records.map(({ fields }) => ({ record: null, fields })), options }) }
}

function updateOne(call: Call, replace: boolean): unknown {
  const { world, body, path, query } = call
  const table = requireTable(call)
  readInput(nothing, query, world.settings.strict)
  const { fields, ...options } = readInput(oneSchema, body, world.settings.strict)
  const record = requireRecord(table, path.record ?? '')
  return write(call, table, { writes: [{ record, fields }], options, replace })[0]
}

function updateMany(call: Call, replace: boolean): unknown {
  const { world, body, query } = call
  const table = requireTable(call)
  readInput(nothing, query, world.settings.strict)
  const update = readInput(updateSchema, body, world.settings.strict)
  requireTen(update.records.length, 'updated')
  const writes = updateTargets(world, table, update)
  const records = write(call, table, { writes, options: update, replace })
  if (!update.performUpsert) return { records }
  const ids = (isNew: boolean): unknown[] =>
    records.flatMap(({ id }, index) => ((writes[index]?.record === null) === isNew ? [id] : []))
  return { records, updatedRecords: ids(false), createdRecords: ids(true) }
}

function remove(call: Call, records: readonly StoredRecord[]): Record<string, unknown>[] {
  deleteRecords(call.world, requireTable(call), { records, actor: actorOf(call) })
  return records.map(({ id }) => ({ id, deleted: true }))
}

function removeOne(call: Call): unknown {
  readInput(nothing, call.query, call.world.settings.strict)
  return remove(call, [requireRecord(requireTable(call), call.path.record ?? '')])[0]
}

function removeMany(call: Call): unknown {
  const table = requireTable(call)
  const { records } = readInput(deleteSchema, call.query, call.world.settings.strict)
  requireTen(records.length, 'deleted')
  return {
    records: remove(
      call,
      records.map((id) => requireRecord(table, id)),
    ),
  }
}

function upload(call: Call): unknown {
  const { world, body, path, query } = call
  const base = requireBase(call)
  readInput(nothing, query, world.settings.strict)
  const { contentType, filename, file } = readInput(uploadSchema, body, world.settings.strict)
  const table = base.tables.find(({ records }) => records.has(path.record ?? ''))
  const record = table?.records.get(path.record ?? '')
  if (!table || !record) throw notFound()
  const field = findField(table, path.field ?? '')
  if (!field) throw unknownField(path.field ?? '')
  if (field.type !== 'multipleAttachments') throw invalidRequest(`The field "${field.name}" holds no attachments.`)
  const bytes = Buffer.from(file, 'base64')
  if (bytes.byteLength === 0) throw invalid('INVALID_ATTACHMENT_OBJECT', 'The file is empty')
  if (bytes.byteLength > world.settings.maxUploadBytes) throw requestTooLarge()
  const actor = actorOf(call)
  const id = storeFile(world, { filename, type: contentType, bytes })
  const change = noteChange({ world, table, record }, [field.id], () => {
    record.cells.set(field.id, [...fileIdsOf(record.cells.get(field.id)), id])
    record.modified.set(field.id, { atMs: world.settings.now(), by: actor.user })
  })
  publishChanges(world, base, { changes: [change], actor })
  const how = { fieldIds: new Set([field.id]), byFieldId: true, asStrings: false, withCommentCount: false }
  return presentRecord({ world, table, record }, how)
}

const read = { scopes: ['data.records:read'], permission: 'read' } as const
const edit = { scopes: ['data.records:write'], permission: 'edit' } as const
const tablePath = '/v0/:base/:table'
const recordPath = '/v0/:base/:table/:record'
const uploadPath = '/v0/:base/:record/:field/uploadAttachment'

export const recordRoutes: readonly Route[] = [
  { ...edit, kind: 'upload', method: 'POST', path: uploadPath, host: 'content', handle: upload },
  {
    ...edit,
    kind: 'upload',
    method: 'POST',
    path: uploadPath,
    handle() {
      throw unsupported('Uploads are modelled on the content host only')
    },
  },
  { ...read, kind: 'list', method: 'POST', path: '/v0/:base/:table/listRecords', handle: listByPost },
  { ...read, kind: 'list', method: 'GET', path: tablePath, handle: list },
  { ...read, kind: 'get', method: 'GET', path: recordPath, handle: get },
  { ...edit, kind: 'create', method: 'POST', path: tablePath, handle: create },
  { ...edit, kind: 'update', method: 'PATCH', path: tablePath, handle: (call) => updateMany(call, false) },
  { ...edit, kind: 'update', method: 'PUT', path: tablePath, handle: (call) => updateMany(call, true) },
  { ...edit, kind: 'update', method: 'PATCH', path: recordPath, handle: (call) => updateOne(call, false) },
  { ...edit, kind: 'update', method: 'PUT', path: recordPath, handle: (call) => updateOne(call, true) },
  { ...edit, kind: 'delete', method: 'DELETE', path: tablePath, handle: removeMany },
  { ...edit, kind: 'delete', method: 'DELETE', path: recordPath, handle: removeOne },
]
