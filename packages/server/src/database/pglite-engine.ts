import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { StartError } from '#core/start-error.ts'

/** A PGlite whose commits reach the disk, and that says when it has died instead of hanging. */
export interface Engine {
  pglite: PGlite
  isDead(): boolean
}

/** PostgreSQL's own way to say that a statement failed; everything else that breaks out of it is its death. */
const FAILED_STATEMENT = 100

/**
 * Without statistics a sequential scan looks cheap, and stays planned while the table grows: never where there is an index.
 * The log is kept small, since only our own checkpoints ever shorten it.
 */
const startParameters = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'enable_seqscan=off'].flatMap((set) => ['-c', set]),
  ...['max_wal_size=128MB', 'min_wal_size=32MB'].flatMap((set) => ['-c', set]),
]

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Gives NODEFS, which syncs nothing by itself, an `fsync` that does. */
function hookSync(nodefs: unknown, onSync: () => void): void {
  const operations = isObject(nodefs) ? nodefs.stream_ops : undefined
  if (!isObject(operations)) throw new StartError('This release of PGlite cannot be made to sync its files to disk')
  operations.fsync = (stream: unknown) => {
    const descriptor = isObject(stream) ? stream.nfd : undefined
    if (typeof descriptor !== 'number') throw new Error('PGlite synced a stream without a file descriptor')
    fdatasyncSync(descriptor)
    onSync()
    return 0
  }
}

function syncedFiles(directory: string, onSync: () => void): NodeFS {
  const files = new NodeFS(directory)
  const init = files.init.bind(files)
  files.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (mod: { NODEFS: unknown }) => hookSync(mod.NODEFS, onSync)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
  return files
}

/** Proves that a commit reaches the disk. */
async function proveSync(pglite: PGlite, syncCount: () => number, directory: string): Promise<void> {
  const before = syncCount()
  await pglite.query(`select pg_logical_emit_message(true, 'pictable', 'sync')`)
  if (syncCount() > before) return
  throw new StartError(`The embedded database in ${directory} does not sync its commits to disk, so they could be lost`)
}

/** PGlite swallows a panic of PostgreSQL and calls it again, forever: after the first one this throws at once. */
function watch({ Module }: PGlite): () => boolean {
  let death: unknown
  const { _PostgresMainLoopOnce: loopOnce, stackRestore } = Module
  Module._PostgresMainLoopOnce = () => {
    try {
      loopOnce()
    } catch (error) {
      if (!isObject(error) || error.status !== FAILED_STATEMENT) death = error
      throw error
    }
  }
  // Called for whatever the loop has thrown, and the one place there whose own error gets out.
  Module.stackRestore = (pointer) => {
    if (death !== undefined) throw death
    return stackRestore(pointer)
  }
  return () => death !== undefined
}

/** Where PGlite keeps its files: in a directory, or in memory, empty (null) or as the copy of a cluster (a tar). */
export type Place = string | Blob | null

/** Starts PGlite at its place. @throws StartError when it cannot be made to sync */
export async function startEngine(place: Place, onSync: () => void): Promise<Engine> {
  let syncs = 0
  const files = (path: string) =>
    syncedFiles(path, () => {
      syncs++
      onSync()
    })
  const pglite = await PGlite.create({
    ...(typeof place === 'string' ? { fs: files(place) } : place && { loadDataDir: place }),
    startParams: startParameters,
  })
  if (typeof place === 'string') await proveSync(pglite, () => syncs, place)
  return { pglite, isDead: watch(pglite) }
}
