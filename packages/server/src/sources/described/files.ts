import { AppError } from '#core/errors.ts'
import type { Attachment, Patch, PatchResult, TableRef, Upload } from '#core/ports/source.ts'
import { formFile, safeFilename } from '#sources/hosted/form-file.ts'
import { RefusedBatch } from '#sources/hosted/write-in-batches.ts'
import type { DescribedApi } from './described-api.ts'
import type { Description, KindRule } from './description.ts'
import { at, plain, textAt } from './notation.ts'
import { askByIds } from './read-records.ts'
import { type DescribedField, type DescribedTable, fieldGone, readTable } from './read-table.ts'
import { DescribedError } from './rejection.ts'
import { isFiles, type Row, sendRows } from './send-rows.ts'

type Files = NonNullable<Description['files']>

/** A file in a cell, as the product gives it. */
type RawFile = unknown

const failed = (code: string, message: string): PatchResult => ({ ok: false, code, message, retryable: false })

const pickAll = (members: Files['added'], file: RawFile, filename?: string) =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, pick]) => {
      const value = pick === '{filename}' && filename !== undefined ? filename : textAt(file, pick)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const nameOf = (rule: KindRule | null, file: RawFile) =>
  rule?.filename === undefined ? undefined : textAt(file, rule.filename)
const idOf = (rule: KindRule | null, file: RawFile) => (rule?.id === undefined ? undefined : plain(at(file, rule.id)))

/** The files in these fields of these records now, by record id and name of the cell. Records that are gone are left out. */
async function readFiles(
  api: DescribedApi,
  table: DescribedTable,
  { ids, fields }: { ids: readonly string[]; fields: readonly DescribedField[] },
): Promise<Map<string, Map<string, readonly RawFile[]>>> {
  if (fields.length === 0 || ids.length === 0) return new Map()
  const records = await askByIds(api, table, { ids, fields })
  const filesIn = (value: unknown): readonly RawFile[] => (Array.isArray(value) ? value : [])
  return new Map(records.map(({ id, cells }) => [id, new Map(fields.map(({ cell }) => [cell, filesIn(cells[cell])]))]))
}

interface Cell {
  patch: Patch
  row: Row
  field: DescribedField
  wanted: readonly Attachment[]
}

function fileCellsOf(table: DescribedTable, rows: ReadonlyMap<Patch, Row>): Cell[] {
  const fields = table.fields.filter(({ rule }) => rule?.write === 'files')
  return [...rows].flatMap(([patch, row]) =>
    fields.flatMap((field) => {
      const wanted = patch.fields[field.id]
      if (wanted === undefined || (wanted !== null && !isFiles(wanted))) return []
      return [{ patch, row, field, wanted: wanted ?? [] }]
    }),
  )
}

function unfetched({ title }: Description, { url }: Attachment, reason: string): string {
  const host = URL.canParse(url) ? new URL(url).host : url
  return `${title} could not fetch the image from ${host}: ${reason} Set PICTABLE_PUBLIC_URL to a URL that ${title} can reach.`
}

/** Lets the product fetch a file into its storage. @returns what is written into the cell, or why there is nothing */
async function storeByUrl(api: DescribedApi, files: Files, file: Attachment): Promise<Row | string> {
  const { by_url } = files
  if (by_url === undefined) return `${api.description.title} fetches no images by their URL.`
  try {
    const context = { url: file.url, filename: file.filename }
    const answer = await api.send({ ...by_url, method: 'POST' }, { context })
    return pickAll(files.added, at(answer, by_url.answer), file.filename)
  } catch (error) {
    if (error instanceof DescribedError && error.isOfRecord) return unfetched(api.description, file, error.message)
    throw error
  }
}

/**
 * Lets the product fetch all new files, and puts them into the rows. The old ones stay until the row is written.
 * @returns the patches whose files could not be had
 */
export async function fillFiles(
  api: DescribedApi,
  table: DescribedTable,
  rows: ReadonlyMap<Patch, Row>,
): Promise<Map<Patch, PatchResult>> {
  const refused = new Map<Patch, PatchResult>()
  const { files } = api.description
  const cells = fileCellsOf(table, rows)
  if (files === undefined || cells.length === 0) return refused
  const readFirst = cells.filter(
    ({ patch, field, wanted }) => patch.append?.includes(field.id) || wanted.some(({ id }) => id !== undefined),
  )
  const present = await readFiles(api, table, {
    ids: readFirst.map(({ patch }) => patch.recordId),
    fields: [...new Set(readFirst.map(({ field }) => field))],
  })
  for (const { patch, row, field, wanted } of cells) {
    const { rule, cell } = field
    const there = present.get(patch.recordId)?.get(cell) ?? []
    const stays = patch.append?.includes(field.id)
      ? there
      : there.filter((file) => wanted.some(({ id }) => id !== undefined && id === idOf(rule, file)))
    const isThere = ({ id, filename }: Attachment) =>
      stays.some((file) => (id === undefined ? nameOf(rule, file) === filename : idOf(rule, file) === id))
    const written: unknown[] = stays.map((file) => pickAll(files.kept, file))
    for (const file of wanted.filter((each) => !isThere(each))) {
      const stored = refused.has(patch) ? '' : await storeByUrl(api, files, file)
      if (typeof stored !== 'string') written.push(stored)
      else if (!refused.has(patch)) refused.set(patch, failed('source_invalid', stored))
    }
    row[cell] = written
  }
  return refused
}

function tooLarge({ title }: Description, { bytes }: Upload, files: Files): PatchResult {
  const megabytes = (bytes.byteLength / 1_000_000).toFixed(1)
  const message = `The image has ${megabytes} MB, and ${title} accepts up to ${files.max_mb} MB. Choose another format or a lower quality in the action.`
  return failed('source_invalid', message)
}

export const maxFileBytes = ({ max_mb }: Files): number => Math.floor(max_mb * 1_000_000)

interface Place {
  table: DescribedTable
  field: DescribedField
}

async function storeBytes(api: DescribedApi, files: Files, given: Upload): Promise<Row> {
  const { upload } = files
  if (upload === undefined) throw new AppError('source_invalid', `${api.description.title} takes no uploads.`)
  const filename = safeFilename(given.filename)
  const raw = await formFile(upload.form, { ...given, filename })
  const answer = await api.send({ ...upload, method: 'POST' }, { context: {}, raw })
  return pickAll(files.added, at(answer, upload.answer), filename)
}

async function putFile(api: DescribedApi, files: Files, { place, upload }: { place: Place; upload: Upload }) {
  const { table, field } = place
  const { recordId, mode, bytes } = upload
  const { rule, cell } = field
  const there = (await readFiles(api, table, { ids: [recordId], fields: [field] })).get(recordId)?.get(cell)
  if (there === undefined)
    return failed('source_not_found', `The record was deleted from ${api.description.title} during the run.`)
  const sizeOf = (file: RawFile) => (rule?.size === undefined ? undefined : Number(at(file, rule.size)))
  const filename = safeFilename(upload.filename)
  const same = there.filter((file) => nameOf(rule, file) === filename && sizeOf(file) === bytes.byteLength).slice(0, 1)
  if (same.length > 0 && (mode === 'append' || there.length === 1)) return { ok: true } as const
  const stored =
    same.length > 0 ? same.map((file) => pickAll(files.kept, file)) : [await storeBytes(api, files, upload)]
  const stays = mode === 'append' ? there.map((file) => pickAll(files.kept, file)) : []
  await sendRows(api, table, new Map([[recordId, { [cell]: [...stays, ...stored] }]]))
  return { ok: true } as const
}

/** Adds a file of bytes to a cell, or puts it in the place of those there: they go when the new one is in the storage. */
export async function uploadFile(api: DescribedApi, ref: TableRef, upload: Upload): Promise<PatchResult> {
  const { description } = api
  const { files } = description
  if (files?.upload === undefined) return failed('source_invalid', `${description.title} takes no uploads.`)
  if (upload.bytes.byteLength > maxFileBytes(files)) return tooLarge(description, upload, files)
  const table = await readTable(api, ref)
  const field = table.fields.find(({ id }) => id === upload.fieldId)
  if (field === undefined) return failed('source_not_found', fieldGone(table, upload.fieldId))
  if (field.rule?.write !== 'files' || field.computed)
    return failed('source_invalid', `The field "${field.name}" accepts no files. Choose another field in the action.`)
  try {
    return await putFile(api, files, { place: { table, field }, upload })
  } catch (error) {
    const reason = error instanceof RefusedBatch ? error.reason : error
    if (reason instanceof DescribedError && reason.isOfRecord) return failed(reason.code, reason.message)
    if (error instanceof RefusedBatch) return failed(error.reason.code, error.reason.message)
    throw error
  }
}
