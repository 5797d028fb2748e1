import type { PGlite } from '@electric-sql/pglite'
import { StartError } from '#core/start-error.ts'
import { findDamage, type Relation } from './find-damage.ts'
import { type FlushedMark, LOST, type Lsn } from './flushed-mark.ts'

const BUFFER_BYTES = 2 ** 20

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

const insertLsn = `select pg_current_wal_insert_lsn()::text as lsn`

/**
 * Gives what verifies a table with its indexes under a running server, outside of every transaction. A checkpoint brings the files
 * up to date when something was written since the last one: then they are as at a start.
 */
export function createLiveCheck(pglite: PGlite, directory: string): (table: number) => Promise<string | null> {
  let flushedUpTo: string | undefined
  const writtenUpTo = async () => (await pglite.query<{ lsn: string }>(insertLsn)).rows[0]?.lsn

  return async (table) => {
    if ((await writtenUpTo()) !== flushedUpTo) {
      await pglite.exec('checkpoint')
      flushedUpTo = await writtenUpTo()
    }
    return findDamagedPage(pglite, directory, table)
  }
}

/** @param table the only one to be verified, with its indexes */
async function findDamagedPage(pglite: PGlite, directory: string, table: number | null = null): Promise<string | null> {
  const { rows } = await pglite.query<Relation>(relations, [table])
  const [allocate, release, checksum] = ['_malloc', '_free', '_pg_checksum_page'].map((name) => exportOf(pglite, name))
  const start = Number(allocate?.(BUFFER_BYTES))
  try {
    return findDamage({
      directory,
      relations: rows,
      buffer: pglite.Module.HEAPU8.subarray(start, start + BUFFER_BYTES),
      checksum: (offset, block) => Number(checksum?.(start + offset, block)),
    })
  } finally {
    release?.(start)
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
