import { execFileSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createClient } from '@pictable/client'
import { openEmbedded } from '@pictable/server/database/open-embedded.ts'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { rowOf } from '@pictable/server/database/statement.ts'
import { all } from '#test/scenarios/whole-app.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const ADMIN_KEY = 'damage-admin-key-0123456789'
const PAGE_BYTES = 8192
const LOG_FILE_BYTES = 2n ** 24n
/** The part of the control file that PostgreSQL reads. */
const CONTROL_BYTES = 296
const REDO_OFFSET = 40
const CHANGED_BYTES = 8

/** A data directory as a server has left it, and the rows that were read from it. */
interface Left {
  dataDir: string
  rows: string
}

interface Victim {
  tableId: string
  /** By a server that has ended, and by one that was killed: its last rows are in the log alone. */
  ended: Left
  killed: Left
  table: string
  index: string
  log: string
  /** Of the log: from its last checkpoint to its end. */
  logRange: readonly [from: number, to: number]
}

/** A way to damage a file of the database. `place` says where in it, from 0 to below 1. */
export interface Damage {
  name: string
  left: 'ended' | 'killed'
  /** It happens under a server that runs. */
  isLate?: boolean
  apply(victim: Victim, folder: string, place: number): void
  /** Takes back what removing the folder does not. */
  undo?(folder: string): void
  /** With other settings than before. */
  settings?: Readonly<Record<string, string>>
  /** What a server says that names it. Default: that its database is corrupt. */
  named?: RegExp
}

const CORRUPT = /database_corrupt|is corrupt: /

/** What a server made of it. */
export interface Suffered {
  name: string
  place: number
  /** `named`: it said that its database is corrupt; `whole`: it answers every row as before; the rest must not be. */
  outcome: 'named' | 'whole' | 'wrong' | 'unnamed'
  said: string
  /** From the start of the server until it said so. */
  tookMs: number
}

const start = async (dataDir: string, settings: Readonly<Record<string, string>> = {}) =>
  startServerProcess({
    PICTABLE_PORT: String(await freePort()),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_ADMIN_KEY: ADMIN_KEY,
    PICTABLE_SEED_SAMPLE: 'false',
    PICTABLE_LOG_LEVEL: 'warn',
    PICTABLE_RENDER_PROCESSES: '1',
    ...settings,
  })

const clientOf = ({ url }: ServerProcess) => createClient({ baseUrl: url, apiKey: ADMIN_KEY })

async function readRows(server: ServerProcess, tableId: string): Promise<string> {
  const client = clientOf(server)
  return JSON.stringify(await all((page) => client.tables.rows({ params: { id: tableId }, query: page })))
}

async function addRows(server: ServerProcess, tableId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({ Name: `Row ${n} ${'x'.repeat(300)}` }))
  await clientOf(server).tables.addRows({ params: { id: tableId }, body: { rows } })
}

function copyOf(dataDir: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'pictable-damage-'))
  // A process of a killed server may still write its cache.
  const cache = join(dataDir, 'cache')
  cpSync(dataDir, copy, { recursive: true, filter: (path) => path !== cache })
  return copy
}

async function readPaths(dataDir: string): Promise<{ table: string; index: string }> {
  const database = await openEmbedded({ dataDir })
  // What the log says of a page would repair it.
  await database.maintain()
  const paths = `select pg_relation_filepath('table_rows') as table, pg_relation_filepath('table_rows_pkey') as index`
  const found = await rowOf<{ table: string; index: string }>(database.kysely, paths, [])
  await database.close()
  if (found === null) throw new Error('the database does not tell its files')
  return found
}

function readLog(dataDir: string): Pick<Victim, 'log' | 'logRange'> {
  const end = readFileSync(join(dataDir, 'database/pictable.flushed')).readBigUInt64LE(0)
  const redo = readFileSync(join(dataDir, 'database/global/pg_control')).readBigUInt64LE(REDO_OFFSET)
  const file = end / LOG_FILE_BYTES
  const from = redo / LOG_FILE_BYTES === file ? redo % LOG_FILE_BYTES : 0n
  const hex = (part: bigint) => part.toString(16).toUpperCase().padStart(8, '0')
  return {
    log: join('pg_wal', `00000001${hex(file / 256n)}${hex(file % 256n)}`),
    logRange: [Number(from), Number(end % LOG_FILE_BYTES)],
  }
}

async function makeVictim(): Promise<Victim> {
  const dataDir = makeDataDirectory('pictable-damage-')
  const first = await start(dataDir)
  const { id: tableId } = await clientOf(first).tables.create({
    body: { name: 'Damage', fields: [{ name: 'Name', kind: 'text' }] },
  })
  for (let batch = 0; batch < 3; batch++) await addRows(first, tableId, 300)
  const rows = await readRows(first, tableId)
  await first.end('SIGTERM')
  const paths = await readPaths(dataDir)
  const ended = { dataDir: copyOf(dataDir), rows }
  const second = await start(dataDir)
  for (let batch = 0; batch < 5; batch++) await addRows(second, tableId, 5)
  const killed = { dataDir, rows: await readRows(second, tableId) }
  await second.end('SIGKILL')
  return { tableId, ended, killed, ...paths, ...readLog(dataDir) }
}

function rewrite(path: string, { from, length }: { from: number; length: number }, how: (byte: number) => number) {
  const file = openSync(path, 'r+')
  const bytes = Buffer.alloc(length)
  readSync(file, bytes, 0, length, from)
  writeSync(file, bytes.map(how), 0, length, from)
  closeSync(file)
}

const change = (byte: number) => byte ^ 0x5a
const wipe = () => 0

type FileOf = (victim: Victim) => string

/** Of a table or an index, by whole pages. */
function ofPages(what: string, fileOf: FileOf): Damage[] {
  const pageAt = (path: string, place: number) => Math.floor((place * statSync(path).size) / PAGE_BYTES) * PAGE_BYTES
  const damage = (how: string, work: (path: string, place: number) => void): Damage => ({
    name: `a ${how} page of ${what}`,
    left: 'ended',
    apply: (victim, folder, place) => work(join(folder, 'database', fileOf(victim)), place),
  })
  return [
    damage('changed', (path, place) =>
      rewrite(path, { from: pageAt(path, place) + Math.floor(place * 8000), length: CHANGED_BYTES }, change),
    ),
    damage('zeroed', (path, place) => rewrite(path, { from: pageAt(path, place), length: PAGE_BYTES }, wipe)),
    damage('cut off', (path, place) => truncateSync(path, pageAt(path, place))),
  ]
}

/** Of the log: where a start has to read. */
function ofLog(): Damage[] {
  const damage = (how: string, work: (path: string, from: number) => void): Damage => ({
    name: `a ${how} log`,
    left: 'killed',
    apply({ log, logRange: [from, to] }, folder, place) {
      work(join(folder, 'database', log), from + Math.floor(place * (to - from - CHANGED_BYTES)))
    },
  })
  return [
    damage('changed', (path, from) => rewrite(path, { from, length: CHANGED_BYTES }, change)),
    damage('zeroed', (path, from) => rewrite(path, { from, length: 2 ** 24 - from }, wipe)),
    damage('cut off', (path, from) => truncateSync(path, from)),
  ]
}

function ofControl(): Damage[] {
  const damage = (how: string, work: (path: string, place: number) => void): Damage => ({
    name: `a ${how} control file`,
    left: 'ended',
    apply: (_victim, folder, place) => work(join(folder, 'database/global/pg_control'), place),
  })
  return [
    damage('changed', (path, place) => {
      rewrite(path, { from: Math.floor(place * (CONTROL_BYTES - CHANGED_BYTES)), length: CHANGED_BYTES }, change)
    }),
    damage('zeroed', (path) => rewrite(path, { from: 0, length: PAGE_BYTES }, wipe)),
    damage('cut off', (path, place) => truncateSync(path, Math.floor(place * CONTROL_BYTES))),
  ]
}

const COMMIT_LOG = 'pg_xact/0000'
/** Of a page: where a few thousand transactions are. */
const COMMITS_BYTES = 1024

/** Which transactions have committed; of what comes behind the last one nothing can be told. */
function ofCommitLog(left: Damage['left']): Damage[] {
  const damage = (how: string, work: (path: string, place: number) => void): Damage => ({
    name: `a ${how} commit log of a server that ${left === 'ended' ? 'has ended' : 'was killed'}`,
    left,
    apply: (_victim, folder, place) => work(join(folder, 'database', COMMIT_LOG), place),
  })
  return [
    damage('changed', (path, place) =>
      rewrite(path, { from: Math.floor(place * COMMITS_BYTES), length: CHANGED_BYTES }, change),
    ),
    damage('zeroed', (path) => rewrite(path, { from: 0, length: PAGE_BYTES }, wipe)),
    damage('cut off', (path, place) => truncateSync(path, Math.floor(place * PAGE_BYTES))),
  ]
}

const missing = (what: string, fileOf: FileOf): Damage => ({
  name: `${what} is missing`,
  left: 'ended',
  apply: (victim, folder) => rmSync(join(folder, 'database', fileOf(victim))),
})

/** Mounts over the folder, which root alone may do. */
const mount = (...options: string[]) => void execFileSync('mount', options, { stdio: 'ignore' })
const undo = (folder: string) => void execFileSync('umount', [folder])

/** What is around the files. */
function ofFolder(): Damage[] {
  const mounted: Damage[] = [
    {
      name: 'a full disk',
      left: 'ended',
      named: /less than 50 MB left\. Free some space there/,
      apply({ ended }, folder) {
        mount('-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder)
        cpSync(ended.dataDir, folder, { recursive: true })
        const { bavail, bsize } = statfsSync(folder)
        writeFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - 2 ** 20)))
      },
      undo,
    },
    {
      name: 'a read-only data folder',
      left: 'ended',
      named: /is not writable\. Give the user that runs Pictable write permission/,
      apply(_victim, folder) {
        mount('--bind', folder, folder)
        mount('-o', 'remount,bind,ro', folder)
      },
      undo,
    },
  ]
  const key: Damage = {
    name: 'a wrong secret key',
    left: 'ended',
    named: /another secret key/,
    settings: { PICTABLE_SECRET_KEY: 'another key than the one it was sealed with' },
    apply() {},
  }
  return process.getuid?.() === 0 ? [...mounted, key] : [key]
}

const table = ofPages('a table', ({ table: path }) => path)

/** PostgreSQL compares a page with its checksum whenever it reads it. */
const late = table.slice(0, 1).map((damage): Damage => ({ ...damage, name: `${damage.name}, later`, isLate: true }))

/** One more way is one more entry. */
export const damages: readonly Damage[] = [
  ...table,
  ...late,
  ...ofPages('an index', ({ index }) => index),
  ...ofLog(),
  ...ofControl(),
  ...ofCommitLog('ended'),
  ...ofCommitLog('killed'),
  missing('a table', ({ table }) => table),
  missing('the control file', () => 'global/pg_control'),
  missing('the version file', () => 'PG_VERSION'),
  missing('the commit log', () => COMMIT_LOG),
  ...ofFolder(),
]

/** Readiness is checked at most once a second. */
const READINESS_MS = 2000

/** Whether it says so of its readiness, soon after it has said that its database is corrupt. */
async function isNotReady({ url }: ServerProcess): Promise<boolean> {
  const startedMs = performance.now()
  // The last request is sent after that time, however long those before it took.
  for (let isLate = false; !isLate; await setTimeout(100)) {
    isLate = performance.now() - startedMs > READINESS_MS
    const answer = await fetch(`${url}/readyz`)
    if (answer.status === 503 && (await answer.text()).includes('database_corrupt')) return true
  }
  return false
}

async function judge(
  victim: Victim,
  { folder, damage, place }: { folder: string; damage: Damage; place: number },
): Promise<Pick<Suffered, 'outcome' | 'said' | 'tookMs'>> {
  const left = victim[damage.left]
  const { named = CORRUPT, settings, isLate = false } = damage
  if (!isLate) damage.apply(victim, folder, place)
  const startedMs = performance.now()
  const tookMs = () => Math.round(performance.now() - startedMs)
  const server = await start(folder, settings).catch((error: Error) => error.message)
  if (typeof server === 'string') {
    damage.undo?.(folder)
    return { outcome: named.test(server) ? 'named' : 'unnamed', said: server, tookMs: tookMs() }
  }
  if (isLate) damage.apply(victim, folder, place)
  try {
    const rows = await readRows(server, victim.tableId)
    return { outcome: rows === left.rows ? 'whole' : 'wrong', said: server.output(), tookMs: tookMs() }
  } catch (error) {
    const said = String(error) + server.output()
    const isNamed = named.test(said) && (await isNotReady(server))
    return { outcome: isNamed ? 'named' : 'unnamed', said, tookMs: tookMs() }
  } finally {
    await server.end('SIGKILL')
    damage.undo?.(folder)
  }
}

/** `sufferDamage()` damages copies of a data directory in every way, at these places of each file, and starts a server on each. */
export async function sufferDamage(options: {
  damages: readonly Damage[]
  places: readonly number[]
  log?: (suffered: Suffered) => void
}): Promise<Suffered[]> {
  const victim = await makeVictim()
  const all: Suffered[] = []
  try {
    for (const damage of options.damages) {
      for (const place of options.places) {
        const folder = copyOf(victim[damage.left].dataDir)
        const suffered = { name: damage.name, place, ...(await judge(victim, { folder, damage, place })) }
        rmSync(folder, { recursive: true, force: true })
        options.log?.(suffered)
        all.push(suffered)
      }
    }
    return all
  } finally {
    for (const { dataDir } of [victim.ended, victim.killed]) rmSync(dataDir, { recursive: true, force: true })
  }
}
