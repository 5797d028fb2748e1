import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#core/errors.ts'
import { codeOf } from '#database/errors/database-error.ts'
import { checkBackupSpace, syncFiles } from './data-directory.ts'
import type { Executor } from './database.ts'
import { rowOf } from './statement.ts'

/** Runs a statement that everything else waits for. */
export type Hold = <Result>(statement: (kysely: Executor) => Promise<Result>) => Promise<Result>

/** A file of a database cluster, by its path below the folder of the cluster. */
export interface ClusterFile {
  path: string
  bytes: AsyncIterable<Uint8Array>
}

/** A copy of a running cluster: the folders it must have, empty ones included, and its files in the order of copying. */
export interface ClusterCopy {
  folders: readonly string[]
  /** Of the files at its beginning, with a first segment of the log: as much as is known of what there is to copy. */
  sizeBytes: number
  files: AsyncIterable<ClusterFile>
}

const READ_BYTES = 2 ** 20
/** Of what has grown while it was read. */
const LEAST_BYTES = 8192
/** Files of the log are this large from their beginning. */
const SEGMENT_BYTES = 16 * 2 ** 20

/** Their files are made at each start, or, of the log, copied at the end. */
const emptied = /^pg_(wal|stat_tmp|replslot|dynshmem|notify|serial|snapshots|subtrans)\//
const leftOut =
  /(^|\/)(pgsql_tmp.*|pg_internal\.init.*|postmaster\.(pid|opts)|backup_label.*|tablespace_map.*|pictable\..*)$/
/** Last, as PostgreSQL's own base backups do. */
const controlFile = 'global/pg_control'

/** Most files are small: one read each. A table that is dropped while its file is copied is dropped in the log, too. */
async function* readIfThere(path: string): AsyncGenerator<Uint8Array> {
  const handle = await open(path).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
    return null
  })
  try {
    // A byte more than there is tells its end. A whole megabyte for each of a thousand small files is a gigabyte of garbage.
    let mostBytes = handle === null ? 0 : Math.min(READ_BYTES, (await handle.stat()).size + 1)
    for (let isMore = true; handle !== null && isMore; mostBytes = Math.max(LEAST_BYTES, mostBytes)) {
      const buffer = Buffer.allocUnsafe(mostBytes)
      const { bytesRead } = await handle.read(buffer, 0, mostBytes)
      if (bytesRead > 0) yield buffer.subarray(0, bytesRead)
      isMore = bytesRead === mostBytes
    }
  } finally {
    await handle?.close()
  }
}

async function* textOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const start = `select pg_walfile_name(pg_backup_start('pictable', fast => true)) as segment`
const stop = `
select pg_walfile_name(lsn) as segment, labelfile as label from pg_backup_stop(wait_for_archive => false)`

interface Running {
  hold: Hold
  dataDir: string
}

async function stopCopy(hold: Hold): Promise<{ segment: string; label: string }> {
  const stopped = await hold((kysely) => rowOf<{ segment: string; label: string }>(kysely, stop, []))
  if (stopped === null) throw new AppError('unavailable', 'The copy of the database ended too early.')
  return stopped
}

/**
 * Gives the files of the cluster while statements go on: each as it is at that moment, then the log of what was written in
 * between, and the label with which PostgreSQL makes one moment of them at its next start. Between the first and the last of
 * them no checkpoint may run, which would take away that log.
 */
async function* clusterFiles({ hold, dataDir }: Running): AsyncGenerator<ClusterFile> {
  const directory = join(dataDir, 'database')
  const file = (path: string): ClusterFile => ({ path, bytes: readIfThere(join(directory, path)) })
  checkBackupSpace(dataDir)
  // It begins with a checkpoint.
  await syncFiles(directory)
  const started = await hold((kysely) => rowOf<{ segment: string }>(kysely, start, []))
  let stopped: Awaited<ReturnType<typeof stopCopy>>
  try {
    for (const path of copiedPaths(await entriesOf(directory))) {
      checkBackupSpace(dataDir)
      yield file(path)
    }
    yield file(controlFile)
  } finally {
    // Also when the copy is given up.
    stopped = await stopCopy(hold)
  }
  const segments = await readdir(join(directory, 'pg_wal'))
  const isNeeded = (name: string) => name >= (started?.segment ?? '') && name <= stopped.segment
  for (const name of segments.filter((one) => /^[0-9A-F]{24}$/.test(one) && isNeeded(one)).sort())
    yield file(`pg_wal/${name}`)
  yield { path: 'backup_label', bytes: textOf(stopped.label) }
}

interface Entry {
  path: string
  kind: 'file' | 'folder'
}

async function entriesOf(directory: string): Promise<Entry[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => ({
      kind: entry.isFile() ? 'file' : 'folder',
      path: join(entry.parentPath, entry.name).slice(directory.length + 1),
    }))
}

/** Of the files that are copied first. */
function copiedPaths(entries: readonly Entry[]): string[] {
  return entries
    .filter(({ kind, path }) => kind === 'file' && path !== controlFile && !emptied.test(path) && !leftOut.test(path))
    .map(({ path }) => path)
}

async function sizeOf(directory: string, paths: readonly string[]): Promise<number> {
  let bytes = 0
  // Dropped in between, perhaps.
  for (const path of paths) bytes += (await stat(join(directory, path)).catch(() => null))?.size ?? 0
  return bytes
}

/** `copyCluster()` says what there is to copy, and gives its files when they are read. */
export async function copyCluster(running: Running): Promise<ClusterCopy> {
  const directory = join(running.dataDir, 'database')
  const entries = await entriesOf(directory)
  return {
    // Each behind the one that it is in.
    folders: entries
      .filter(({ kind, path }) => kind === 'folder' && !/(^|\/)pgsql_tmp/.test(path))
      .map(({ path }) => path)
      .sort(),
    sizeBytes: (await sizeOf(directory, [...copiedPaths(entries), controlFile])) + SEGMENT_BYTES,
    files: clusterFiles(running),
  }
}
