import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'
import { isDamaged } from '#core/image/damaged-file.ts'
import { fileFolders, hashOfKey } from '#core/image/file-key.ts'
import type { OpenedFile, Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'
import { inParts } from '#core/within-size.ts'
import type { Executor } from '#database/database.ts'
import { schemaState } from '#database/migrate.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import { endName, type Manifest, manifestName, type OnProgress } from './archive.ts'
import { countRows, type MovedTable, moveCondition, movedTables, quoted } from './moved-tables.ts'
import { sealing } from './seal.ts'

const MAX_ROWS_AT_ONCE = 500
/** Of a table whose rows may have a megabyte each. */
const FIRST_ROWS = 10
const CHARACTERS_AT_ONCE = 1_000_000

interface Archive {
  addText(name: string, text: string): Promise<void>
  addFile(name: string, file: OpenedFile): Promise<void>
  /** Resolves when all of it is on disk, under its name. */
  end(): Promise<void>
  /** Leaves nothing of it. @throws StartError when it was the disk that failed */
  abandon(): Promise<void>
}

/** What of it cannot be removed was never made: what kept it from being written is told. */
const remove = (path: string) => rm(path, { force: true }).catch(() => {})

/** Writes a tar no faster than the disk takes it. Whatever is added fails when the disk does. */
async function createArchive(path: string): Promise<Archive> {
  const draft = `${path}.part`
  await remove(draft)
  const archive = pack()
  const written = pipeline(archive, sealing(), createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }))
  const failed = new Promise<never>((_resolve, reject) => written.catch(reject))
  failed.catch(() => {})
  const added = (name: string, text: string) =>
    new Promise<void>((resolve, reject) => {
      archive.entry({ name, mode: 0o600 }, text, (error) => (error ? reject(error) : resolve()))
    })
  return {
    addText: (name, text) => Promise.race([added(name, text), failed]),
    addFile: (name, { bytes, sizeBytes: size }) =>
      Promise.race([pipeline(bytes, archive.entry({ name, size, mode: 0o600 })), failed]),
    async end() {
      archive.finalize()
      await written
      await rename(draft, path)
    },
    async abandon() {
      archive.destroy()
      const cause = await written.catch((error: unknown) => error)
      await remove(draft)
      if (cause instanceof Error && 'syscall' in cause)
        throw new StartError(
          `The archive cannot be written: ${cause.message}. Choose a file in an existing, writable folder with free space.`,
          { cause },
        )
    },
  }
}

/** How many rows to read next, after these: about as many as have a megabyte. */
function nextCount(count: number, lines: readonly string[]): number {
  const size = lines.reduce((sum, line) => sum + line.length, 1)
  const fitting = Math.floor((lines.length * CHARACTERS_AT_ONCE) / size)
  return Math.max(1, Math.min(fitting, 2 * count, MAX_ROWS_AT_ONCE))
}

/** The rows of a table, as lines of JSON: as many together as an import can add by one statement. */
async function* linesOf(transaction: Executor, { name, key }: MovedTable): AsyncGenerator<string[]> {
  const order = key.length === 0 ? '' : `order by ${key.map(quoted).join(', ')}`
  const open = `declare moved no scroll cursor for select to_json(t)::text as line from ${quoted(name)} t where ${moveCondition(name)} ${order}`
  await rowsOf(transaction, open, [])
  for (let count = FIRST_ROWS; ; ) {
    const rows = await rowsOf<{ line: string }>(transaction, `fetch forward ${count} from moved`, [])
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield* inParts(lines, ({ length }) => length)
    count = nextCount(count, lines)
  }
  await rowsOf(transaction, 'close moved', [])
}

async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for (const folder of fileFolders)
    for await (const { key } of storage.list(folder)) if (hashOfKey(key) !== null) keys.push(key)
  return keys
}

export interface Exported extends Manifest {
  /** Keys of files that are not in the archive since their bytes are damaged. */
  damaged: readonly string[]
}

interface Exporting {
  kysely: Executor
  storage: Storage
  version: string
  onProgress: OnProgress
}

async function describe({ version }: Exporting, transaction: Executor): Promise<Manifest> {
  const tables = await movedTables(transaction)
  let rows = 0
  for (const table of tables) rows += await countRows(transaction, table)
  const text = `select value #>> '{}' as id from settings where name = 'secret_key_id'`
  return {
    format: 2,
    version,
    secretKeyId: (await rowOf<{ id: string }>(transaction, text, []))?.id ?? null,
    migrations: (await schemaState(transaction)).done,
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    rows,
    files: 0,
  }
}

/** Adds every file that is whole. @returns how many, and the keys of damaged ones, which no copy must have */
async function addFiles(
  archive: Archive,
  { storage, onProgress }: Exporting,
  { keys, rows }: { keys: readonly string[]; rows: number },
): Promise<Pick<Exported, 'files' | 'damaged'>> {
  const damaged: string[] = []
  let files = 0
  for (const key of keys) {
    const file = await storage.open(key).catch((error: unknown) => {
      if (!isDamaged(error)) throw error
      damaged.push(key)
      return null
    })
    // Deleted since it was listed, or damaged.
    if (file === null) continue
    await archive.addFile(`files/${key}`, file)
    files += 1
    onProgress(rows + files, rows + keys.length)
  }
  return { files, damaged }
}

async function fill(archive: Archive, exporting: Exporting, transaction: Executor): Promise<Exported> {
  const { storage, onProgress } = exporting
  await rowsOf(transaction, 'set transaction isolation level repeatable read, read only', [])
  const manifest = await describe(exporting, transaction)
  // Listed after this first look at the rows: every file that they name is there by now.
  const keys = await keysIn(storage)
  await archive.addText(manifestName, JSON.stringify({ ...manifest, files: keys.length }))
  let rows = 0
  for (const table of await movedTables(transaction)) {
    let part = 0
    for await (const lines of linesOf(transaction, table)) {
      await archive.addText(`tables/${table.name}/${part++}.json`, `[${lines.join(',\n')}]`)
      rows += lines.length
      onProgress(rows, manifest.rows + keys.length)
    }
  }
  const added = await addFiles(archive, exporting, { keys, rows })
  await archive.addText(endName, JSON.stringify({ rows, files: added.files }))
  return { ...manifest, ...added }
}

/**
 * `exportInstallation()` writes every row of one moment, and every whole file that they name, into a sealed tar.
 * @throws StartError when the disk does not take it
 */
export async function exportInstallation(exporting: Exporting, path: string): Promise<Exported> {
  const archive = await createArchive(path)
  try {
    const manifest = await exporting.kysely
      .transaction()
      .execute((transaction) => fill(archive, exporting, transaction))
    await archive.end()
    return manifest
  } catch (error) {
    await archive.abandon()
    throw error
  }
}
