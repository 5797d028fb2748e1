import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Attachment, FieldValue, Patch, PatchResult, TableRef, Upload } from '#core/ports/source.ts'
import { safeFilename } from '#sources/hosted/form-file.ts'
import { RefusedBatch, writeInBatches } from '#sources/hosted/write-in-batches.ts'
import { ValueError, writeValue } from '#sources/hosted/write-value.ts'
import { readFiles, storeBytes, storeByUrl } from './noco-files.ts'
import { fieldGone, keyIn, type NocoField, type NocoTable, readTable } from './noco-table.ts'
import type { NocoApi } from './nocodb-api.ts'
import type { NocoFile } from './read-value.ts'
import { NocoError } from './refusal.ts'

/** Version 2 of the API takes ten times as many as version 3. */
export const batchMax = 100

/** NocoDB's own default; a server may be set to less or more. */
export const maxFileBytes = 20 * 1024 * 1024

type Row = Record<string, unknown>

const answer = z.unknown()

/** What no patch of the batch is to blame for. */
const isForAll = ({ code, vendorCode }: NocoError) =>
  !(code === 'source_invalid' || vendorCode === 'ERR_RECORD_NOT_FOUND' || vendorCode === 'ERR_INVALID_PK_VALUE')

const goneCode = 'source_not_found'

const failed = (code: string, message: string): PatchResult => ({ ok: false, code, message, retryable: false })

/** `Record '99' not found` spares the search for it. */
function refusedBatch(error: NocoError): RefusedBatch {
  const gone = error.vendorCode === 'ERR_RECORD_NOT_FOUND' ? /'(.+)'/.exec(error.said)?.[1] : undefined
  return new RefusedBatch(error, gone === undefined ? undefined : ({ recordId }) => recordId === gone)
}

async function patchRows(api: NocoApi, { tableId }: TableRef, rows: readonly Row[]): Promise<void> {
  try {
    await api.send('PATCH', `/api/v2/tables/${encodeURIComponent(tableId)}/records`, { body: rows, answer })
  } catch (error) {
    throw error instanceof NocoError && !isForAll(error) ? refusedBatch(error) : error
  }
}

function isFiles(value: FieldValue): value is readonly Attachment[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'object' && 'url' in item)
}

function cellOf(field: NocoField, value: FieldValue): unknown {
  if (field.writes === 'files' && (value === null || isFiles(value))) return value
  return writeValue({ ...field, product: 'NocoDB' }, value)
}

/** The patch as a row, a cell of files still as it was given; or why it cannot be one. */
function rowOf(table: NocoTable, { recordId, fields }: Patch): { row: Row } | { refused: PatchResult } {
  const row: Row = { [keyIn(table).id]: recordId }
  for (const [fieldId, value] of Object.entries(fields)) {
    const field = table.fields.find(({ id }) => id === fieldId)
    if (field === undefined) return { refused: failed(goneCode, fieldGone(table, fieldId)) }
    try {
      row[fieldId] = cellOf(field, value)
    } catch (error) {
      if (!(error instanceof ValueError)) throw error
      const message = `The field "${field.name}" ${error.message}. Choose another field in the action.`
      return { refused: failed('source_invalid', message) }
    }
  }
  return { row }
}

interface Cell {
  patch: Patch
  row: Row
  field: NocoField
  wanted: readonly Attachment[]
}

function fileCellsOf(table: NocoTable, rows: ReadonlyMap<Patch, Row>): Cell[] {
  const fields = table.fields.filter(({ writes }) => writes === 'files')
  return [...rows].flatMap(([patch, row]) =>
    fields.flatMap((field) => {
      const wanted = patch.fields[field.id]
      return wanted !== undefined && wanted !== null && isFiles(wanted) ? [{ patch, row, field, wanted }] : []
    }),
  )
}

/** Files that stay: all of them for a cell that is added to, else those that the patch names by their id. */
function staying({ patch, field, wanted }: Cell, present: readonly NocoFile[]): NocoFile[] {
  if (patch.append?.includes(field.id)) return [...present]
  return present.filter(({ id }) => wanted.some((file) => file.id === id))
}

/**
 * Lets NocoDB fetch all new files, and puts them into the rows. The old ones stay until the row is written.
 * @returns the patches whose files could not be had
 */
async function fillFiles(api: NocoApi, table: NocoTable, cells: readonly Cell[]): Promise<Map<Patch, PatchResult>> {
  const readFirst = cells.filter(({ patch, field, wanted }) => {
    return patch.append?.includes(field.id) || wanted.some(({ id }) => id !== undefined)
  })
  const present = await readFiles(api, table, {
    ids: readFirst.map(({ patch }) => patch.recordId),
    fields: [...new Set(readFirst.map(({ field }) => field))],
  })
  const plans = cells.map((cell) => {
    const stays = staying(cell, present.get(cell.patch.recordId)?.get(cell.field.id) ?? [])
    const isThere = ({ id, filename }: Attachment) =>
      stays.some((file) => (id === undefined ? file.title === filename : file.id === id))
    return { cell, stays, fresh: cell.wanted.filter((file) => !isThere(file)) }
  })
  const stored = await storeByUrl(
    api,
    plans.flatMap(({ fresh }) => fresh),
  )
  const refused = new Map<Patch, PatchResult>()
  for (const { cell, stays, fresh } of plans) {
    const files = stored.splice(0, fresh.length)
    const reason = files.find((file) => typeof file === 'string')
    if (reason !== undefined) refused.set(cell.patch, failed('source_invalid', reason))
    cell.row[cell.field.id] = [...stays, ...files]
  }
  return refused
}

/** A field that is gone from all patches is gone for all records to come. @throws AppError `source_not_found` */
function endWhereNothingIsLeft(results: ReadonlyMap<Patch, PatchResult>, rows: ReadonlyMap<Patch, Row>): void {
  const [first, ...others] = [...results.values()].filter((result) => !result.ok)
  if (rows.size > 0 || first === undefined || first.code !== goneCode) return
  if (others.every(({ message }) => message === first.message)) throw new AppError(goneCode, first.message)
}

/** Writes patches; of files those that are to stay, and new ones by their address. */
export async function writeRecords(api: NocoApi, ref: TableRef, patches: readonly Patch[]): Promise<PatchResult[]> {
  if (patches.length === 0) return []
  const table = await readTable(api, ref)
  const rows = new Map<Patch, Row>()
  const results = new Map<Patch, PatchResult>()
  for (const patch of patches) {
    const read = rowOf(table, patch)
    if ('refused' in read) results.set(patch, read.refused)
    else rows.set(patch, read.row)
  }
  endWhereNothingIsLeft(results, rows)
  for (const [patch, result] of await fillFiles(api, table, fileCellsOf(table, rows))) {
    rows.delete(patch)
    results.set(patch, result)
  }
  const good = [...rows.keys()]
  const write = (batch: readonly Patch[]) =>
    patchRows(
      api,
      ref,
      batch.map((patch) => rows.get(patch) ?? {}),
    )
  const written = await writeInBatches(good, { batchMax, write })
  good.forEach((patch, index) => {
    results.set(patch, written[index] ?? { ok: true })
  })
  return patches.map((patch) => results.get(patch) ?? { ok: true })
}

/** Adds a file of bytes to a cell, or puts it in the place of those there: they go when the new one is in the storage. */
export async function uploadFile(api: NocoApi, ref: TableRef, upload: Upload): Promise<PatchResult> {
  const { recordId, mode, bytes, contentType } = upload
  if (bytes.byteLength > maxFileBytes) {
    const megabytes = (bytes.byteLength / 1024 / 1024).toFixed(1)
    return failed(
      'source_invalid',
      `The image has ${megabytes} MB, and NocoDB accepts up to 20 MB. Choose another format or a lower quality in the action.`,
    )
  }
  const table = await readTable(api, ref)
  const field = table.fields.find(({ id }) => id === upload.fieldId)
  if (field === undefined) return failed('source_not_found', fieldGone(table, upload.fieldId))
  if (field.writes !== 'files') {
    return failed('source_invalid', `The field "${field.name}" accepts no files. Choose another field in the action.`)
  }
  const present = (await readFiles(api, table, { ids: [recordId], fields: [field] })).get(recordId)?.get(field.id)
  if (present === undefined) return failed('source_not_found', 'The record was deleted from NocoDB during the run.')
  const filename = safeFilename(upload.filename)
  const same = present.filter(({ title, size }) => title === filename && size === bytes.byteLength).slice(0, 1)
  if (same.length > 0 && (mode === 'append' || present.length === 1)) return { ok: true }
  try {
    const files = same.length > 0 ? same : await storeBytes(api, { filename, contentType, bytes })
    const row = { [keyIn(table).id]: recordId, [field.id]: [...(mode === 'append' ? present : []), ...files] }
    await patchRows(api, ref, [row])
    return { ok: true }
  } catch (error) {
    const reason = error instanceof RefusedBatch ? error.reason : error
    if (reason instanceof NocoError && !isForAll(reason)) return failed(reason.code, reason.message)
    throw error
  }
}
