import { fdatasyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { StartError } from '#core/start-error.ts'
import { DamagedCluster, type EngineStop, engineStop, lastWordsIn } from '#database/errors/engine-stop.ts'
import type { Place } from './pglite-engine.ts'
import { type CommitLog, openCommitLog } from './verify/commit-log.ts'
import { type FlushedMark, openFlushedMark } from './verify/flushed-mark.ts'
import { createFlushedLsn, createLiveCheck, type Verified, verifyCluster } from './verify/verify-cluster.ts'

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

let syncs = 0
let lastWords = ''

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

interface FileSystems {
  NODEFS: unknown
  FS: unknown
}

/** Gives NODEFS, which syncs nothing by itself, an `fsync` that does. */
function hookSync(nodefs: unknown): void {
  const operations = isObject(nodefs) ? nodefs.stream_ops : undefined
  if (!isObject(operations)) throw new StartError('This release of PGlite cannot be made to sync its files to disk')
  operations.fsync = (stream: unknown) => {
    const descriptor = isObject(stream) ? stream.nfd : undefined
    if (typeof descriptor !== 'number') throw new Error('PGlite synced a stream without a file descriptor')
    fdatasyncSync(descriptor)
    syncs++
    return 0
  }
}

type Operation = (...given: unknown[]) => unknown

function operationsOf(owner: unknown, name: string): Record<string, unknown> {
  const operations = isObject(owner) ? owner[name] : undefined
  if (!isObject(operations)) throw new StartError(`This release of PGlite has no ${name}`)
  return operations
}

function operationOf(owner: unknown, name: string): Operation {
  const operation = isObject(owner) ? owner[name] : undefined
  if (typeof operation !== 'function') throw new StartError(`This release of PGlite has no ${name}`)
  return (...given) => Reflect.apply(operation, owner, given)
}

/**
 * Makes that a file is there, and open, or not there at all. NODEFS makes it in steps, and forgets those that were done when
 * there is no descriptor left for the next one: PostgreSQL would then neither find the file nor make it, until the end.
 */
function hookMake(nodefs: unknown, fs: unknown): void {
  const [nodes, streams] = [operationsOf(nodefs, 'node_ops'), operationsOf(nodefs, 'stream_ops')]
  const [make, open, remove] = [operationOf(nodes, 'mknod'), operationOf(streams, 'open'), operationOf(nodes, 'unlink')]
  const [lookUp, forget] = [operationOf(fs, 'lookupNode'), operationOf(fs, 'destroyNode')]
  let made: { node: unknown; parent: unknown; name: unknown } | null = null
  nodes.mknod = (parent: unknown, name: unknown, ...more: unknown[]) => {
    try {
      const node = make(parent, name, ...more)
      made = { node, parent, name }
      return node
    } catch (error) {
      forget(lookUp(parent, name))
      throw error
    }
  }
  streams.open = (stream: unknown) => {
    try {
      open(stream)
    } catch (error) {
      if (made !== null && isObject(stream) && stream.node === made.node) {
        remove(made.parent, made.name)
        forget(made.node)
      }
      throw error
    } finally {
      made = null
    }
  }
}

/** The flags of an open that allow writing. */
const WRITES = 3

/** Reports every file before it is opened for writing, or removed. */
function hookWrites({ NODEFS, FS }: FileSystems, beforeWrite: (path: string) => void): void {
  const [nodes, streams] = [operationsOf(NODEFS, 'node_ops'), operationsOf(NODEFS, 'stream_ops')]
  const [open, remove, pathOf] = [
    operationOf(streams, 'open'),
    operationOf(nodes, 'unlink'),
    operationOf(FS, 'getPath'),
  ]
  streams.open = (stream: unknown) => {
    if (isObject(stream) && (Number(stream.flags) & WRITES) !== 0) beforeWrite(String(pathOf(stream.node)))
    open(stream)
  }
  nodes.unlink = (parent: unknown, name: unknown) => {
    beforeWrite(`${pathOf(parent)}/${name}`)
    return remove(parent, name)
  }
}

function watchedFiles(directory: string, { beforeWrite }: CommitLog): NodeFS {
  const files = new NodeFS(directory)
  const init = files.init.bind(files)
  const hookFiles = (systems: FileSystems) => {
    hookSync(systems.NODEFS)
    hookMake(systems.NODEFS, systems.FS)
    hookWrites(systems, beforeWrite)
  }
  files.init = async (pglite, options) => {
    const { emscriptenOpts } = await init(pglite, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), hookFiles]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
  return files
}

/** Proves that a commit reaches the disk. */
async function proveSync(pglite: PGlite, directory: string): Promise<void> {
  const before = syncs
  await pglite.query(`select pg_logical_emit_message(true, 'pictable', 'sync')`)
  if (syncs > before) return
  throw new StartError(`The embedded database in ${directory} does not sync its commits to disk, so they could be lost`)
}

/** Marks in the cluster up to where its log is on disk, whenever it was synced. */
function createMarkFlushed(pglite: PGlite, mark: FlushedMark): () => void {
  const flushedLsn = createFlushedLsn(pglite)
  let markedSyncs = -1
  return () => {
    if (syncs === markedSyncs) return
    markedSyncs = syncs
    try {
      mark.write(flushedLsn())
    } catch {
      // A full disk takes none; an older mark is as true.
    }
  }
}

function refuseDamage(damage: string | null): void {
  if (damage !== null) throw new DamagedCluster(damage)
}

/** @returns what marks the end of its log from now on @throws DamagedCluster */
async function proveWhole(pglite: PGlite, directory: string): Promise<() => void> {
  const mark = openFlushedMark(directory)
  refuseDamage(await verifyCluster(pglite, directory, mark))
  return createMarkFlushed(pglite, mark)
}

/** PGlite swallows a panic of PostgreSQL and calls it again, forever: after the first one this throws at once. */
function watch({ Module }: PGlite): () => string | null {
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
  return () => (death === undefined ? null : engineStop(death, lastWords).reason)
}

/** The types of lists, with those of their items. */
async function listTypes(pglite: PGlite): Promise<[number, number][]> {
  const text = `select oid::int as list, typelem::int as item from pg_type where typcategory = 'A' and typelem <> 0`
  const { rows } = await pglite.query<{ list: number; item: number }>(text)
  return rows.map(({ list, item }) => [list, item])
}

const USUAL_ANSWER_BYTES = 2 ** 20
const usualRoom = new Uint8Array(USUAL_ANSWER_BYTES)

/** Joins chunks in room that is used again, unless they are many: most answers leave no garbage. */
function createCollector() {
  let room = usualRoom
  let length = 0
  return {
    add(chunk: Uint8Array) {
      if (length + chunk.length > room.length) {
        const larger = new Uint8Array(2 * (length + chunk.length))
        larger.set(room.subarray(0, length))
        room = larger
      }
      room.set(chunk, length)
      length += chunk.length
    },
    bytes: () => room.slice(0, length),
  }
}

/** A PostgreSQL that runs in this thread. One call at a time. */
export interface RunningPostgres {
  pglite: PGlite
  /** The types of lists, with those of their items. */
  lists: [list: number, item: number][]
  /** Runs messages of PostgreSQL's protocol. @returns the messages it answered */
  run(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>>
  verify(table: number): Promise<Verified>
  syncCount(): number
  /** Why it has ended; null while it runs. */
  deathReason(): string | null
  close(): Promise<void>
}

/** Why `startPostgres()` failed. */
export function startStop(error: unknown): EngineStop {
  return error instanceof StartError ? { reason: error.message, isCorrupt: false } : engineStop(error, lastWords)
}

async function createPglite(place: Place, commitLog: CommitLog | null): Promise<PGlite> {
  const storage = () => {
    if (typeof place !== 'string') return place && { loadDataDir: place }
    return commitLog && { fs: watchedFiles(place, commitLog) }
  }
  return await PGlite.create({
    ...storage(),
    startParams: startParameters,
    onStderr(line) {
      lastWords = lastWordsIn(line) ?? lastWords
      return false
    },
  })
}

/** Starts PostgreSQL at its place, the only one of this thread. @throws what `startStop()` explains */
export async function startPostgres(place: Place): Promise<RunningPostgres> {
  const commitLog = typeof place === 'string' ? openCommitLog(place) : null
  // A start writes to it: what is damaged would be sealed.
  refuseDamage(commitLog?.verify() ?? null)
  const pglite = await createPglite(place, commitLog)
  const markFlushed = typeof place === 'string' ? await proveWhole(pglite, place) : () => {}
  if (typeof place === 'string') await proveSync(pglite, place)
  commitLog?.afterWrites()
  const lists = await listTypes(pglite)
  const deathReason = watch(pglite)
  /** In memory there are no files. */
  const verifySlice =
    typeof place === 'string' ? createLiveCheck(pglite, place) : async () => ({ damage: null, isDone: true })
  return {
    pglite,
    lists,
    deathReason,
    syncCount: () => syncs,
    /** Streams, since PGlite keeps every row of a raw answer that it collects itself. */
    async run(bytes) {
      const answered = createCollector()
      // A chunk is a view of PostgreSQL's own memory, which it writes to next: it is copied here.
      await pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData: answered.add })
      markFlushed()
      commitLog?.afterWrites()
      return answered.bytes()
    },
    async verify(table) {
      const { damage, isDone } = await verifySlice(table)
      commitLog?.afterWrites()
      return { damage: damage ?? (isDone ? commitLog?.verify() : null) ?? null, isDone }
    },
    async close() {
      await pglite.close()
      commitLog?.afterWrites()
    },
  }
}
