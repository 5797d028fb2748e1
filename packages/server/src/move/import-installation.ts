import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { hashOfKey } from '#core/image/file-key.ts'
import { contentTypeOfFile } from '#core/image/image-url.ts'
import type { Storage } from '#core/ports/storage.ts'
import { StartError } from '#core/start-error.ts'
import type { Executor } from '#database/database.ts'
import { schemaState } from '#database/migrate.ts'
import { rowOf } from '#database/statement.ts'
import { endName, endSchema, type Manifest, manifestName, manifestSchema, type OnProgress } from './archive.ts'
import { moveCondition, movedTables, quoted } from './moved-tables.ts'
import { checkSeal, type Sealed } from './seal.ts'

interface Entry {
  name: string
  bytes: Buffer
}

interface Importing {
  kysely: Executor
  storage: Storage
  /** Of the key that this installation will run with; null when it has none yet. */
  secretKeyId: string | null
  onProgress: OnProgress
  /** Megabytes whose digest was computed. */
  onCheck: OnProgress
}

export interface Imported extends Manifest {
  /** False for an archive of an earlier release: a changed byte of its rows cannot be seen. */
  hasSeal: boolean
}

/** The parts of a tar, one after the other. @throws StartError when it ends too early, or is none */
async function* entriesOf(path: string, { sizeBytes }: Sealed): AsyncGenerator<Entry, undefined> {
  const archive = extract()
  // What goes wrong with the file ends the entries, too.
  pipeline(createReadStream(path, { end: Math.max(0, sizeBytes - 1) }), archive).catch(() => {})
  try {
    for await (const entry of archive) {
      const chunks: Uint8Array[] = []
      for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk)
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) }
    }
  } catch (cause) {
    throw new StartError(`The archive cannot be read: ${cause instanceof Error ? cause.message : cause}.`, { cause })
  }
}

const jsonOf = ({ bytes }: Entry): unknown => JSON.parse(bytes.toString('utf8'))

/** @throws StartError when something is there already, which would be mixed with what comes */
async function refuseFilled(transaction: Executor): Promise<void> {
  for (const { name } of await movedTables(transaction)) {
    if (name === 'settings') continue
    if ((await rowOf(transaction, `select 1 as found from ${quoted(name)} limit 1`, [])) === null) continue
    throw new StartError(
      `This installation is not empty (it has ${name.replaceAll('_', ' ')}). Set PICTABLE_DATA_DIR to a new folder, or use an empty database.`,
    )
  }
}

/** @throws StartError when the archive cannot be used here */
async function refuseForeign(manifest: Manifest, { secretKeyId }: Importing, transaction: Executor): Promise<void> {
  const { done } = await schemaState(transaction)
  const unknown = manifest.migrations.filter((name) => !done.includes(name))
  if (unknown.length > 0)
    throw new StartError(
      `The archive comes from Pictable ${manifest.version}, which is newer than this one. Install that release and import again.`,
    )
  if (manifest.secretKeyId === null || manifest.secretKeyId === secretKeyId) return
  const what =
    secretKeyId === null ? 'this installation has no secret key yet' : 'this installation has another secret key'
  throw new StartError(
    `The secrets in the archive are encrypted with the secret key of the exported installation, but ${what}. Set PICTABLE_SECRET_KEY to that key, or copy its secret.key into the data folder.`,
  )
}

/** Adds rows by the names of their columns: those that have come since take their defaults. */
async function addRows(
  transaction: Executor,
  { tables }: Manifest,
  { name, rows }: { name: string; rows: string },
): Promise<number> {
  const columns = tables
    .find((table) => table.name === name)
    ?.columns.map(quoted)
    .join(', ')
  if (columns === undefined) throw new StartError(damagedText(`it contains rows of ${name}, which it does not list`))
  const onConflict = name === 'settings' ? 'on conflict do nothing' : ''
  const text = `
with added as (
  insert into ${quoted(name)} (${columns})
  select ${columns} from json_populate_recordset(null::${quoted(name)}, $1::json) where ${moveCondition(name)} ${onConflict}
)
select json_array_length($1::json) as count`
  return (await rowOf<{ count: number }>(transaction, text, [rows]))?.count ?? 0
}

async function nextOf(entries: AsyncGenerator<Entry, undefined>): Promise<Entry> {
  const { value } = await entries.next()
  if (value === undefined) throw new StartError('The archive is incomplete: its end is missing. Export again.')
  return value
}

function manifestOf(entry: Entry): Manifest {
  const { data } = manifestSchema.safeParse(entry.name === manifestName ? jsonOf(entry) : null)
  if (data === undefined)
    throw new StartError('This is not an archive of "pictable export", or it was created by a newer release.')
  return data
}

const damagedText = (what: string) => `The archive is damaged: ${what}. Copy it again from its origin, or export again.`

/** @throws StartError when the bytes are not those that the name says */
async function addFile({ storage }: Importing, key: string, bytes: Uint8Array): Promise<void> {
  if (hash('sha256', bytes) !== hashOfKey(key))
    throw new StartError(damagedText(`the bytes of ${key} do not match its SHA-256`))
  await storage.put(key, bytes, contentTypeOfFile(key))
}

async function take(
  { path, sealed }: { path: string; sealed: Sealed },
  importing: Importing,
  transaction: Executor,
): Promise<Manifest> {
  const entries = entriesOf(path, sealed)
  const manifest = manifestOf(await nextOf(entries))
  if (manifest.format > 1 && !sealed.hasSeal)
    throw new StartError('The archive is incomplete or damaged at its end. Copy it again, or export again.')
  await refuseForeign(manifest, importing, transaction)
  const total = manifest.rows + manifest.files
  let rows = 0
  let files = 0
  for (;;) {
    const entry = await nextOf(entries)
    const { name, bytes } = entry
    if (name === endName) {
      const end = endSchema.parse(jsonOf(entry))
      if (end.rows !== rows || end.files !== files || rows !== manifest.rows)
        throw new StartError(damagedText('parts of it are missing'))
      return { ...manifest, files }
    }
    const [, kind, table = '', key = ''] = /^(tables)\/([a-z_]+)\/|^files\/(.+)$/.exec(name) ?? []
    if (kind === 'tables') rows += await addRows(transaction, manifest, { name: table, rows: bytes.toString('utf8') })
    else if (key !== '') {
      await addFile(importing, key, bytes)
      files += 1
    } else throw new StartError(damagedText(`it contains ${name}`))
    importing.onProgress(rows + files, total)
  }
}

/**
 * `importInstallation()` fills an empty installation from a tar, with all of it or nothing. Every byte is checked before
 * the first row is added. @throws StartError
 */
export async function importInstallation(importing: Importing, path: string): Promise<Imported> {
  const sealed = await checkSeal(path, importing.onCheck)
  return importing.kysely.transaction().execute(async (transaction) => {
    await refuseFilled(transaction)
    const manifest = await take({ path, sealed }, importing, transaction)
    return { ...manifest, hasSeal: sealed.hasSeal }
  })
}
