import { createHash } from 'node:crypto'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { TableChange } from '#core/ports/source.ts'
import type { DriverSocket } from './driver-socket.ts'
import { recordIdOf } from './key.ts'
import { openPostgresClient, type PostgresSettings } from './postgres-connection.ts'
import type { SqlTable } from './sql-dialect.ts'

export interface PostgresWatch {
  settings: PostgresSettings
  createSocket: () => DriverSocket
  /** A driver's error in our words. */
  faultOf: (error: unknown) => unknown
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
const probeMs = 5000
/** A network that silently drops what is idle is noticed by it. */
const beatMs = 30_000

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
async function setUp(client: Client, watch: PostgresWatch, names: Names): Promise<void> {
  const { rows } = await client.query('SELECT 1 FROM pg_trigger WHERE tgrelid = $1::regclass AND tgname = $2', [
    names.table,
    names.trigger,
  ])
  if (rows.length > 0) return
  // Columns named here could no longer be dropped, nor get another type.
  const update = watch.columns.length === 0 ? '' : ' OR UPDATE'
  await client.query(`BEGIN; SET LOCAL lock_timeout = '10s'; SELECT pg_advisory_xact_lock(hashtext('${names.channel}'));
    CREATE OR REPLACE FUNCTION ${names.function}() RETURNS trigger LANGUAGE plpgsql
      SET TimeZone = 'UTC' SET DateStyle = 'ISO, YMD' AS ${escapeLiteral(bodyOf(watch, names))};
    DROP TRIGGER IF EXISTS ${names.trigger} ON ${names.table};
    CREATE TRIGGER ${names.trigger} AFTER INSERT${update} ON ${names.table}
      FOR EACH ROW EXECUTE PROCEDURE ${names.function}();
    COMMIT`)
}

/** The last who listens takes the trigger away; whoever comes meanwhile waits for the lock, and makes it anew. */
async function cleanUp(client: Client, names: Names): Promise<void> {
  await client.query(`UNLISTEN *; SELECT pg_advisory_unlock_shared(${names.lock})`)
  const { rows } = await client.query<{ alone: string }>(`SELECT pg_try_advisory_lock(${names.lock}) AS alone`)
  if (rows[0]?.alone !== 't') return
  await client.query(`BEGIN; SET LOCAL lock_timeout = '2s'; DROP TRIGGER IF EXISTS ${names.trigger} ON ${names.table};
    DROP FUNCTION IF EXISTS ${names.function}(); COMMIT`)
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

/** A pooler that lends connections for single transactions takes LISTEN, and never tells a thing: so it is tried. */
async function probe(client: Client, { channel }: Names): Promise<void> {
  const word = `probe ${Math.random()}`
  const heard = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), probeMs)
    client.on('notification', ({ payload }) => {
      if (payload !== word) return
      clearTimeout(timer)
      resolve(true)
    })
  })
  await client.query('SELECT pg_notify($1, $2)', [channel, word])
  if (await heard) return
  throw new AppError(
    'source_invalid',
    'PostgreSQL cannot send changes over this connection, because a pooler is in between. Connect to the server directly, or to a pooler in session mode.',
  )
}

/** Resolves when the signal aborts, rejects when the connection is lost. */
function untilAborted(client: Client, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const lost = (error?: unknown) => reject(error ?? new Error('Connection terminated'))
    client.once('error', lost)
    client.once('end', lost)
    const beat = setInterval(() => client.query('SELECT 1').catch(lost), beatMs)
    const done = () => {
      clearInterval(beat)
      resolve()
    }
    if (signal.aborted) done()
    else signal.addEventListener('abort', done, { once: true })
    client.once('end', () => {
      clearInterval(beat)
      signal.removeEventListener('abort', done)
    })
  })
}

async function listen(client: Client, watch: PostgresWatch): Promise<void> {
  const names = namesOf(watch)
  const gatherer = createGatherer(watch.onChange)
  client.on('notification', ({ payload = '' }) => {
    if (!payload.startsWith('probe ')) gatherer.add(idOf(payload))
  })
  try {
    await client.query(`SELECT pg_advisory_lock_shared(${names.lock})`)
    await setUp(client, watch, names)
    await client.query(`LISTEN ${names.channel}`)
    await probe(client, names)
    watch.onListening()
    await untilAborted(client, watch.signal)
    // What is left behind tells nobody, and costs next to nothing.
    await cleanUp(client, names).catch(() => {})
  } finally {
    gatherer.end()
  }
}

/**
 * Tells of every new row and every change of the columns until the signal aborts. A trigger of ours in the database does
 * it, so our own writing, which is into other columns, stays silent. @throws AppError, also when the connection is lost
 */
export async function watchPostgres(watch: PostgresWatch): Promise<void> {
  try {
    const { client, close } = await openPostgresClient(watch.settings, watch.createSocket)
    try {
      await listen(client, watch)
    } finally {
      close()
    }
  } catch (error) {
    throw watch.faultOf(error)
  }
}
