import { createHash } from 'node:crypto'
import { escapeIdentifier, escapeLiteral } from 'pg'
import { z } from 'zod'
import type { TableChange } from '#core/ports/source.ts'
import { recordIdOf } from './key.ts'
import type { PostgresListener } from './postgres-listener.ts'
import type { SqlDatabase } from './sql-database.ts'
import type { SqlTable } from './sql-dialect.ts'

export interface PostgresWatch {
  /** Shared with other tables: nothing that may have to wait for a lock of the owner is done over it. */
  listener: PostgresListener
  database: SqlDatabase
  table: SqlTable
  /** Only changes of these columns count. */
  columns: readonly string[]
  onListening: () => void
  onChange: (change: TableChange) => void
  signal: AbortSignal
}

/** Changes of so short a time are told together. */
const gatherMs = 100
/** More are told as "read the view". */
const namedAtMost = 1000

const keySchema = z.array(z.string()).min(1)

interface Names {
  channel: string
  /** Of the advisory lock that whoever listens shares. */
  lock: string
  table: string
  function: string
  trigger: string
}

/** The names carry a digest of what is watched: who watches the same shares them, and a change of it gets others. */
function namesOf({ table, columns }: PostgresWatch): Names {
  const watched = JSON.stringify([2, table.base, table.name, table.key.map(({ name }) => name), [...columns].sort()])
  const digest = createHash('sha256').update(watched).digest()
  const channel = `pictable_${digest.toString('hex', 0, 12)}`
  const base = escapeIdentifier(table.base)
  return {
    channel,
    lock: digest.readBigInt64BE(0).toString(),
    table: `${base}.${escapeIdentifier(table.name)}`,
    function: `${base}.${channel}`,
    trigger: channel,
  }
}

const rowOf = (row: 'OLD' | 'NEW', columns: readonly string[]) =>
  `ROW(${columns.map((name) => `${row}.${escapeIdentifier(name)}`).join(', ')})::text`

/**
 * Tells the keys of new rows, and of those in which one of the columns has another value than before. It runs within the
 * statements of the owner, which must not fail by it: where a column is gone by now, it says "read the view".
 */
function bodyOf({ table, columns }: PostgresWatch, { channel }: Names): string {
  const key = `json_build_array(${table.key.map(({ name }) => `NEW.${escapeIdentifier(name)}::text`).join(', ')})::text`
  return `DECLARE payload text;
BEGIN
  IF TG_OP = 'INSERT' OR ${columns.length === 0 ? 'false' : `${rowOf('OLD', columns)} IS DISTINCT FROM ${rowOf('NEW', columns)}`} THEN
    payload := ${key};
    PERFORM pg_catalog.pg_notify('${channel}', CASE WHEN octet_length(payload) < 7900 THEN payload ELSE '' END);
  END IF;
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  PERFORM pg_catalog.pg_notify('${channel}', '');
  RETURN NULL;
END`
}

/** Makes the trigger where it is not there yet. It needs the rights TRIGGER on the table and CREATE on its schema. */
async function setUp(watch: PostgresWatch, names: Names): Promise<void> {
  const isThere = 'SELECT 1 FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = $2'
  const present = await watch.database.read((connection) => connection.query(isThere, [names.table, names.trigger]))
  if (present.rows.length > 0) return
  // Columns named here could no longer be dropped, nor get another type.
  const update = watch.columns.length === 0 ? '' : ' OR UPDATE'
  await watch.database.transaction('write', (connection) =>
    connection.query(`SET LOCAL lock_timeout = '10s'; SELECT pg_advisory_xact_lock(hashtext('${names.channel}'));
    CREATE OR REPLACE FUNCTION ${names.function}() RETURNS trigger LANGUAGE plpgsql
      SET TimeZone = 'UTC' SET DateStyle = 'ISO, YMD' AS ${escapeLiteral(bodyOf(watch, names))};
    DROP TRIGGER IF EXISTS ${names.trigger} ON ${names.table};
    CREATE TRIGGER ${names.trigger} AFTER INSERT${update} ON ${names.table}
      FOR EACH ROW EXECUTE PROCEDURE ${names.function}()`),
  )
}

/** The last who listens takes the trigger away; whoever comes meanwhile waits for the lock, and makes it anew. */
async function cleanUp({ database }: PostgresWatch, names: Names): Promise<void> {
  await database.transaction('write', async (connection) => {
    const { rows } = await connection.query(`SELECT pg_try_advisory_xact_lock(${names.lock})`, [])
    if (rows[0]?.[0] !== 't') return
    await connection.query(`SET LOCAL lock_timeout = '2s'; DROP TRIGGER IF EXISTS ${names.trigger} ON ${names.table};
    DROP FUNCTION IF EXISTS ${names.function}()`)
  })
}

/** Gathers what comes close together. */
function createGatherer(onChange: PostgresWatch['onChange']) {
  let timer: NodeJS.Timeout | undefined
  let ids = new Set<string>()
  let isAll = false
  const tell = () => {
    timer = undefined
    const recordIds = isAll || ids.size > namedAtMost ? null : [...ids]
    ids = new Set()
    isAll = false
    onChange({ recordIds })
  }
  return {
    add(id: string | null) {
      if (id === null) isAll = true
      else if (ids.size <= namedAtMost) ids.add(id)
      timer ??= setTimeout(tell, gatherMs)
    },
    end: () => clearTimeout(timer),
  }
}

/** The key in a message of the trigger; null when it was too long for one, or when someone else sent the message. */
function idOf(payload: string): string | null {
  try {
    return recordIdOf(keySchema.parse(JSON.parse(payload)))
  } catch {
    return null
  }
}

/**
 * Tells of every new row and every change of the columns until the signal aborts. A trigger of ours in the database does
 * it, so our own writing, which is into other columns, stays silent. @throws AppError or the driver's error, also when the
 * connection is lost
 */
export async function watchPostgres(watch: PostgresWatch): Promise<void> {
  const { listener, signal, onListening, onChange } = watch
  const names = namesOf(watch)
  const gatherer = createGatherer(onChange)
  try {
    await listener.query(`SELECT pg_advisory_lock_shared(${names.lock})`)
    try {
      await setUp(watch, names)
      const endListening = await listener.listen(names.channel, (payload) => gatherer.add(idOf(payload)))
      onListening()
      await listener.until(signal).finally(endListening)
    } finally {
      await listener.query(`SELECT pg_advisory_unlock_shared(${names.lock})`).catch(() => {})
    }
    // What is left behind tells nobody, and costs next to nothing.
    await cleanUp(watch, names).catch(() => {})
  } finally {
    gatherer.end()
  }
}
