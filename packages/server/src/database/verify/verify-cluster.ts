import { isDeepStrictEqual } from 'node:util'
import type { PGlite } from '@electric-sql/pglite'
import { StartError } from '#core/start-error.ts'
import { type Cluster, checkTable, type Relation, type TableFiles } from './find-damage.ts'
import { type FlushedMark, LOST, type Lsn } from './flushed-mark.ts'

const BUFFER_BYTES = 2 ** 20
/** For how long a check of a running database keeps statements waiting, about. */
const SLICE_MS = 20

/** Everything that has a file in this database, and what all databases share. */
const relations = `
select c.oid::int as oid, c.relname as name, pg_relation_filepath(c.oid) as path, i.indrelid::int as table, m.amname as method
from pg_class c left join pg_index i on i.indexrelid = c.oid left join pg_am m on m.oid = c.relam
where ($1::int is null or c.oid = $1 or i.indrelid = $1) and pg_relation_filepath(c.oid) is not null and c.relpersistence = 'p' and coalesce(i.indisvalid, true)`

const logEnd = `
select (coalesce(pg_last_wal_replay_lsn(), pg_current_wal_insert_lsn()) - '0/0'::pg_lsn)::text as ended`

type Export = (...given: unknown[]) => unknown

/** What PostgreSQL exports for its extensions, which PGlite's types leave out. */
function exportOf(pglite: PGlite, name: string): Export {
  const found: unknown = Reflect.get(pglite.Module, name)
  if (typeof found !== 'function') throw new StartError(`This release of PGlite has no ${name}`)
  return (...given) => Reflect.apply(found, undefined, given)
}

/** Gives the position up to which the log is on disk. */
export function createFlushedLsn(pglite: PGlite): () => Lsn {
  const flushed = exportOf(pglite, '_GetFlushRecPtr')
  return () => BigInt.asUintN(64, BigInt(String(flushed(0))))
}

async function tablesOf(pglite: PGlite, table: number | null = null): Promise<TableFiles[]> {
  const { rows } = await pglite.query<Relation>(relations, [table])
  const byTable = Map.groupBy(rows, (relation) => relation.table)
  return (byTable.get(null) ?? []).map((relation) => ({ table: relation, indexes: byTable.get(relation.oid) ?? [] }))
}

/** The files of a cluster, with room for pages in PostgreSQL's own memory, which moves when it grows. */
function openCluster(pglite: PGlite, directory: string): Cluster & { close(): void } {
  const [allocate, release, checksum] = ['_malloc', '_free', '_pg_checksum_page'].map((name) => exportOf(pglite, name))
  const start = Number(allocate?.(BUFFER_BYTES))
  return {
    directory,
    buffer: () => pglite.Module.HEAPU8.subarray(start, start + BUFFER_BYTES),
    checksum: (offset, block) => Number(checksum?.(start + offset, block)),
    close: () => void release?.(start),
  }
}

/** What was found so far, and whether that is all. */
export interface Verified {
  damage: string | null
  isDone: boolean
}

interface Underway {
  files: TableFiles
  steps: ReturnType<typeof checkTable>
}

/**
 * Gives what verifies a table with its indexes under a running server, outside of every transaction, for about 20 ms: to be
 * called until it is done. A table whose files are exchanged in between is left to the next check.
 */
export function createLiveCheck(pglite: PGlite, directory: string): (table: number) => Promise<Verified> {
  let cluster: Cluster | null = null
  let underway: Underway | null = null

  async function continueWith({ steps }: Underway): Promise<Verified> {
    const untilMs = performance.now() + SLICE_MS
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done) return { damage: step.value, isDone: true }
      if (step.value === 'settle') await pglite.exec('checkpoint')
      else if (performance.now() >= untilMs) return { damage: null, isDone: false }
    }
  }

  return async (table) => {
    const [files] = await tablesOf(pglite, table)
    const before = underway
    const isSame = isDeepStrictEqual(files, before?.files)
    underway = null
    if (before !== null && !isSame) before.steps.return(null)
    // It was dropped, or emptied into new files.
    if (files === undefined || (before?.files.table.oid === table && !isSame)) return { damage: null, isDone: true }
    cluster ??= openCluster(pglite, directory)
    const current = isSame && before !== null ? before : { files, steps: checkTable(files, cluster) }
    const verified = await continueWith(current)
    if (!verified.isDone) underway = current
    return verified
  }
}

async function findDamagedPage(pglite: PGlite, directory: string): Promise<string | null> {
  const cluster = openCluster(pglite, directory)
  try {
    for (const files of await tablesOf(pglite)) {
      const steps = checkTable(files, cluster)
      let step = steps.next()
      while (!step.done) step = steps.next()
      if (step.value !== null) return step.value
    }
    return null
  } finally {
    cluster.close()
  }
}

/** Finds what PostgreSQL does not find when it starts. @returns it in words, null when all is as it was written */
export async function verifyCluster(pglite: PGlite, directory: string, mark: FlushedMark): Promise<string | null> {
  const { rows } = await pglite.query<{ ended: string }>(logEnd)
  const flushed = mark.read()
  if (flushed !== null && flushed > BigInt(rows[0]?.ended ?? 0)) {
    mark.write(LOST)
    return 'the log (pg_wal) is damaged, so the last commits are missing'
  }
  return findDamagedPage(pglite, directory)
}
