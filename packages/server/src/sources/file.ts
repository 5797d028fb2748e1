import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Base, Page, PatchResult, Source, SourceRecord, TableRef } from '#core/ports/source.ts'
import type { SourceKind } from '#core/ports/sources.ts'
import type { ReadTableFile } from '#core/ports/table-file.ts'
import { InvalidValue } from '#core/table/cell.ts'
import { listed } from '#core/words.ts'
import {
  type FileReading,
  formatOf,
  inFile,
  readableNames,
  recordIdOf,
  sourceError,
  stampOf,
} from './file/describe-file.ts'
import { createDescriptions, type Descriptions } from './file/descriptions.ts'
import { fileCapabilities, pageMax } from './file/file-capabilities.ts'
import { resolveFile, resolveFileOrFolder } from './file/files-dir.ts'
import { fieldValueOf } from './file/guess-value-kind.ts'
import { keySetting, readingOf, readingSettings } from './file/reading.ts'

/** The record with these fields alone. */
function projected(record: SourceRecord, fieldIds: readonly string[] | undefined): SourceRecord {
  if (fieldIds === undefined) return record
  const fields = fieldIds.flatMap((id) => (id in record.fields ? [[id, record.fields[id] ?? null]] : []))
  return { ...record, fields: Object.fromEntries(fields) }
}

const settings = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1000)
    .meta({
      title: 'Path',
      description: 'Path of a file or folder inside PICTABLE_FILES_DIR; "." is the whole folder',
      examples: ['shop/products.csv'],
    }),
  key: keySetting,
  ...readingSettings,
})

const NO_KEY =
  'No key is set, so rows are known by their numbers: when a row is inserted or removed, the rows below it change their images, and deleted rows are not noticed. Set the key to a field with a unique value in each row.'

const mostFiles = 1000

const noWriting = 'Files are read-only. Remove the write-back from the action.'
const readOnly: PatchResult = { ok: false, code: 'source_invalid', message: noWriting, retryable: false }

interface FileSettings {
  filesDir: string | undefined
  path: string
  reading: FileReading
  descriptions: Descriptions
}

const cursorSchema = z.string().regex(/^[\d-]+:\d+$/)

function changed(name: string): AppError {
  return new AppError(
    'source_cursor_expired',
    `The file "${name}" was changed while it was read. Run the action again.`,
  )
}

/** Where to go on; a file that was changed since is another one. */
function placeOf(cursor: string | null | undefined, { stamp, name }: { stamp: string; name: string }): number {
  if (cursor === null || cursor === undefined) return 0
  const [of, place] = cursorSchema.safeParse(cursor).data?.split(':') ?? []
  if (of !== stamp) throw changed(name)
  return Number(place)
}

function openFiles({ filesDir, path, reading, descriptions }: FileSettings): Source {
  const { key } = reading
  const base: Base = { id: 'files', name: path }

  /** Names of the files that can be read. */
  async function names(): Promise<string[]> {
    const found = await resolveFileOrFolder(filesDir, path)
    if (!found.isFolder) return [basename(path)]
    const entries = await inFile(path, () => readdir(found.path))
    return entries
      .filter((name) => formatOf(name) !== undefined && !name.startsWith('.'))
      .sort()
      .slice(0, mostFiles)
  }

  async function locate({ baseId, tableId }: TableRef): Promise<string> {
    if (baseId !== base.id)
      throw new AppError('source_not_found', `There is no base "${baseId}": the files are in "${base.id}".`)
    const there = await names()
    if (!there.includes(tableId)) {
      const message = `The file "${tableId}" no longer exists. There are: ${listed(there)}.`
      throw new AppError('source_not_found', message)
    }
    const { isFolder } = await resolveFileOrFolder(filesDir, path)
    return resolveFile(filesDir, isFolder ? join(path, tableId) : path)
  }

  async function describe(ref: TableRef) {
    const file = await locate(ref)
    return { file, ...(await inFile(ref.tableId, () => descriptions.of(file, reading))) }
  }

  /** Every record behind a place, with its own. */
  async function* records(ref: TableRef, { from, signal }: { from: number; signal?: AbortSignal | undefined }) {
    const { file, fields } = await describe(ref)
    let place = 0
    try {
      for await (const row of formatOf(file)?.rows(reading)(file, signal) ?? []) {
        place++
        if (place <= from) continue
        const cells = [...fields].map(([name, { kind }]) => {
          const cell = fieldValueOf(kind, row.values[name], reading)
          // What fits no more is not what the kinds were guessed from.
          if (cell instanceof InvalidValue) throw changed(ref.tableId)
          return [name, cell] as const
        })
        const record: SourceRecord = { id: recordIdOf(row, { key, place }), fields: Object.fromEntries(cells) }
        yield { record, place }
      }
    } catch (error) {
      throw sourceError(ref.tableId, error)
    }
  }

  async function* pages(ref: TableRef, options: Parameters<Source['pages']>[1]): AsyncGenerator<Page> {
    const { viewId, fieldIds, cursor, signal } = options
    signal?.throwIfAborted()
    const { file, stamp, fields } = await describe(ref)
    const gone = fieldIds?.find((id) => !fields.has(id))
    if (gone !== undefined) {
      const message = `The file "${ref.tableId}" no longer has the field "${gone}". It has: ${listed([...fields.keys()])}.`
      throw new AppError('source_not_found', message)
    }
    if (viewId !== null) throw new AppError('source_not_found', 'Files have no views. Remove the view from the action.')
    const name = ref.tableId
    let page: SourceRecord[] = []
    let end = placeOf(cursor, { stamp, name })
    const checked = async (next: string | null): Promise<Page> => {
      if ((await inFile(name, () => stampOf(file))) !== stamp) throw changed(name)
      return { records: page, cursor: next }
    }
    for await (const { record, place } of records(ref, { from: end, signal })) {
      // only now is it known that the page before is not the last one
      if (page.length === pageMax) {
        yield await checked(`${stamp}:${end}`)
        page = []
      }
      page.push(projected(record, fieldIds))
      end = place
    }
    yield await checked(null)
  }

  return {
    capabilities: fileCapabilities(key),
    async check() {
      const there = await names()
      if (there.length === 0)
        return { warnings: [`The folder "${path}" contains no readable file (${readableNames}).`] }
      if (there.length === 1) await describe({ baseId: base.id, tableId: there[0] ?? '' })
      const warnings = key === undefined ? [NO_KEY] : []
      for (const tableId of there.length === 1 ? [] : there.slice(0, 20))
        await describe({ baseId: base.id, tableId }).catch((error: unknown) => {
          if (!(error instanceof AppError)) throw error
          warnings.push(error.message)
        })
      return { warnings }
    },
    async listBases() {
      return [base]
    },
    async listTables(baseId) {
      if (baseId !== base.id) throw new AppError('source_not_found', `There is no base "${baseId}".`)
      return (await names()).map((name) => ({ id: name, name }))
    },
    async listViews(ref) {
      await locate(ref)
      return []
    },
    async listFields(ref) {
      const { fields } = await describe(ref)
      return [...fields].map(([name, { kind, format = null }], index) => ({
        ...{ id: name, name, kind, format },
        ...{ computed: false, primary: index === 0 },
      }))
    },
    pages,
    async count(ref, viewId) {
      let count = 0
      for await (const page of pages(ref, { viewId, fieldIds: [] })) count += page.records.length
      return count
    },
    async getRecords(ref, recordIds, { fieldIds } = {}) {
      const wanted = new Set(recordIds)
      const found: SourceRecord[] = []
      if (wanted.size === 0) return found
      const { file, stamp } = await describe(ref)
      for await (const { record } of records(ref, { from: 0 })) {
        if (!wanted.has(record.id)) continue
        found.push(projected(record, fieldIds))
        if (found.length === wanted.size) break
      }
      // Half of a file that is being written must not pass for a file without the other half.
      if ((await inFile(ref.tableId, () => stampOf(file))) !== stamp) throw changed(ref.tableId)
      return found
    },
    checkWrite: async (_ref, cells) => cells.map(() => ({ result: 'failed', message: noWriting })),
    async writeBack(ref, patches) {
      await locate(ref)
      return patches.map(() => readOnly)
    },
  }
}

/** `createFileSource()` reads CSV, JSON and Excel files in the folder that the operator allows. */
export function createFileSource({
  filesDir,
  readTableFile,
}: {
  filesDir: string | undefined
  readTableFile: ReadTableFile
}): SourceKind {
  const descriptions = createDescriptions()
  return {
    kind: 'file',
    title: 'File on the server',
    summary: 'A CSV, JSON or Excel file that is already on the server. It is read again for every run.',
    verification: 'Tested against files on disk in every build',
    settings,
    open(given) {
      const { path, key, ...parsed } = settings.parse(given)
      return openFiles({ filesDir, path, reading: { ...readingOf(parsed, readTableFile), key }, descriptions })
    },
  }
}
