import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StartError } from '#core/start-error.ts'
import type { EmbeddedDatabase } from '#database/database.ts'
import { openEmbedded } from '#database/open-embedded.ts'
import { makeDataDirectory } from '#database/prepared-cluster.test-kit.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const folders: string[] = []
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-embedded-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function preparedFolder(): string {
  const folder = makeDataDirectory('pictable-embedded-')
  folders.push(folder)
  return folder
}

describe('verify()', () => {
  const rows = `insert into settings (name, value) select 'verify ' || n, to_jsonb(repeat('x', 500)) from generate_series(1, 400) n`
  const path = `select pg_relation_filepath('settings') as path`
  const count = `select count(*)::int as count from settings`

  test('names a page that is wiped out under a running server, where PostgreSQL answers fewer rows', async () => {
    const dataDir = preparedFolder()
    const database = await openEmbedded({ dataDir })
    await rowsOf(database.kysely, rows, [])
    await database.verify()
    expect(database.corruption()).toBeNull()
    const found = await rowOf<{ path: string }>(database.kysely, path, [])
    const file = openSync(join(dataDir, 'database', found?.path ?? ''), 'r+')
    writeSync(file, Buffer.alloc(8192), 0, 8192, 3 * 8192)
    closeSync(file)
    await database.verify()
    expect(database.corruption()).toMatchObject({
      code: 'database_corrupt',
      message: expect.stringMatching(/^The database is corrupt: page 3 of settings \(.*\) is empty\. Stop Pictable/),
    })
    await database.close()
  })

  /** More than one part: with its index about 60 MB. */
  const fillLarge = async ({ kysely }: EmbeddedDatabase) => {
    await rowsOf(kysely, 'create table large (id int primary key, value text not null)', [])
    const some = `insert into large select n, repeat(md5(n::text), 56) from generate_series($1::int, $1::int + 9999) n`
    for (let n = 0; n < 3; n++) await rowsOf(kysely, some, [n * 10_000])
  }
  const wipe = (dataDir: string, { path, block }: { path: string; block: number }) => {
    const file = openSync(join(dataDir, 'database', path), 'r+')
    writeSync(file, Buffer.alloc(8192), 0, 8192, block * 8192)
    closeSync(file)
  }
  const pathOf = async ({ kysely }: EmbeddedDatabase, name: string) =>
    (await rowOf<{ path: string }>(kysely, 'select pg_relation_filepath($1) as path', [name]))?.path ?? ''

  test('verifies a large table in parts, and answers statements in between', async () => {
    const dataDir = preparedFolder()
    const database = await openEmbedded({ dataDir })
    await fillLarge(database)
    let isOver = false
    let writes = 0
    const write = async () => {
      for (; !isOver; writes++) {
        const text = `update large set value = value || 'x' where id % 5000 = $1`
        await rowsOf(database.kysely, text, [writes % 5000])
        await rowsOf(database.kysely, 'delete from large where id = $1', [29_999 - writes])
        await rowsOf(database.kysely, `insert into large values ($1, repeat('y', 1000))`, [30_000 + writes])
      }
    }
    const writing = write()
    await database.verify()
    isOver = true
    await writing
    expect(writes).toBeGreaterThan(3)
    expect(database.corruption()).toBeNull()

    // From now on nothing writes to its pages.
    await database.maintain()
    await database.verify()
    expect(database.corruption()).toBeNull()
    wipe(dataDir, { path: await pathOf(database, 'large'), block: 6000 })
    await database.verify()
    expect(database.corruption()?.message).toMatch(/page 6000 of large \(.*\) is empty/)
    await database.close()
  })

  test('maintains a large table only after much of it has changed: all statements wait for that', async () => {
    const database = await openEmbedded({ dataDir: preparedFolder() })
    const done = async (table: string) => {
      const counts = `select vacuum_count::int as vacuums, analyze_count::int as analyzes from pg_stat_all_tables where relname = $1`
      await rowsOf(database.kysely, 'select pg_stat_force_next_flush()', [])
      return rowOf(database.kysely, counts, [table])
    }
    await fillLarge(database)
    await database.maintain()
    expect(await done('large')).toEqual({ vacuums: 0, analyzes: 1 })
    await rowsOf(database.kysely, 'update large set id = -id where id < 100', [])
    await database.maintain()
    expect(await done('large')).toEqual({ vacuums: 0, analyzes: 1 })
    expect(await done('settings')).toEqual({ vacuums: 2, analyzes: 2 })
    await rowsOf(database.kysely, 'delete from large where id > 20000', [])
    await database.maintain()
    expect(await done('large')).toEqual({ vacuums: 1, analyzes: 2 })
    await database.close()
  })

  test('leaves a table to the next check whose files are exchanged while it is checked', async () => {
    const database = await openEmbedded({ dataDir: preparedFolder() })
    await fillLarge(database)
    for (const change of ['truncate large', 'drop table large']) {
      const verifying = database.verify()
      for (let n = 0; n < 20; n++) await rowsOf(database.kysely, 'select 1', [])
      await rowsOf(database.kysely, change, [])
      await verifying
      expect(database.corruption()).toBeNull()
    }
    await database.close()
  })

  test('finds nothing while tables are written, emptied and vacuumed', async () => {
    const database = await openEmbedded({ dataDir: preparedFolder() })
    for (let round = 0; round < 2; round++) {
      const writing = rowsOf(database.kysely, rows, [])
      await Promise.all([writing, database.verify()])
      await rowsOf(database.kysely, `delete from settings where name like 'verify %' and length(name) > 8`, [])
      await Promise.all([database.maintain(), database.verify()])
      await rowsOf(database.kysely, `delete from settings where name like 'verify %'`, [])
    }
    await database.verify()
    expect(database.corruption()).toBeNull()
    expect((await rowOf<{ count: number }>(database.kysely, count, []))?.count).toBeLessThan(20)
    await database.close()
  })
})

const set = 'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value'
const get = 'select value from settings where name = $1'

/** Leaves this process no descriptor. @returns what ends that */
function takeDescriptors(): () => void {
  const limit = (count: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${count}:`])
  const [, usual = '1024'] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  limit(String(readdirSync('/proc/self/fd').length + 40))
  const taken: number[] = []
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'))
  } catch {
    // none is left
  }
  return () => {
    for (const descriptor of taken) closeSync(descriptor)
    limit(usual)
  }
}

/** A process that commits numbers; `until` resolves when it has printed so many of them. */
function startWriter(dataDir: string) {
  const script = fileURLToPath(new URL('./commit-until-killed.test-kit.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, [...process.execArgv, script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const lines = () => printed.split('\n').slice(0, -1)
  const until = (count: number) =>
    new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the writer ended by itself')))
      child.stdout?.on('data', (chunk) => {
        printed += chunk
        if (lines().length >= count) resolve()
      })
    })
  const kill = () =>
    new Promise<number>((resolve) => {
      // Closed, not ended: what it printed before it died is read first.
      child.once('close', () => resolve(Number(lines().at(-1))))
      child.kill('SIGKILL')
    })
  return { until, kill }
}

describe('openEmbedded()', () => {
  const dataDir = newFolder()
  let database: EmbeddedDatabase
  beforeAll(async () => {
    database = await openEmbedded({ dataDir })
  })
  afterAll(() => database.close())

  test('syncs every commit to disk', async () => {
    for (let n = 0; n < 20; n++) {
      const before = database.syncCount()
      await rowsOf(database.kysely, set, ['synced', String(n)])
      expect(database.syncCount()).toBeGreaterThan(before)
    }
    const before = database.syncCount()
    await database.kysely.transaction().execute(async (transaction) => {
      for (let n = 0; n < 20; n++) await rowsOf(transaction, set, ['synced', String(n)])
    })
    expect(database.syncCount()).toBeGreaterThan(before)
    expect(database.syncCount()).toBeLessThan(before + 20)
  })

  test('refuses a directory that somebody uses, naming it and what to do', async () => {
    const opening = openEmbedded({ dataDir })
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(dataDir)
    await expect(opening).rejects.toThrow(/PICTABLE_DATA_DIR/)
  })

  test('maintain() counts the rows, which nothing else does', async () => {
    const counted = `select reltuples from pg_class where relname = $1`
    await rowsOf(database.kysely, set, ['counted', '1'])
    await database.maintain()
    expect((await rowOf<{ reltuples: number }>(database.kysely, counted, ['settings']))?.reltuples).toBeGreaterThan(0)
  })

  test('listen() hears what is notified in a transaction when it commits', async () => {
    const heard: string[] = []
    const stop = await database.listen('news', (payload) => heard.push(payload))
    const notify = (text: string) => `select pg_notify('news', '${text}' || $1)`
    await database.kysely.transaction().execute((transaction) => rowsOf(transaction, notify('one'), ['!']))
    await database.kysely
      .transaction()
      .execute(async (transaction) => {
        await rowsOf(transaction, notify('lost'), ['!'])
        throw new Error('rolled back')
      })
      .catch(() => {})
    await rowsOf(database.kysely, notify('two'), ['!'])
    stop()
    await rowsOf(database.kysely, notify('unheard'), ['!'])
    expect(heard).toEqual(['one!', 'two!'])
  })

  test('goes on after PostgreSQL has died, with all that was committed', async () => {
    await rowsOf(database.kysely, set, ['kept', '"yes"'])
    const log = join(dataDir, 'database', 'pg_wal')
    renameSync(log, `${log}.gone`)
    const dying = rowsOf(database.kysely, 'select pg_switch_wal(), pg_logical_emit_message(true, $1, $1)', ['x'])
    await expect(dying).rejects.toMatchObject({ code: 'unavailable' })
    renameSync(`${log}.gone`, log)
    expect(await rowOf(database.kysely, get, ['kept'])).toEqual({ value: 'yes' })
    await rowsOf(database.kysely, set, ['kept', '"and written"'])
    expect(await rowOf(database.kysely, get, ['kept'])).toEqual({ value: 'and written' })
  })

  test.skipIf(process.platform !== 'linux')(
    'makes its files also when descriptors run out, by closing others',
    async () => {
      // A table has no map of its free space before it is vacuumed.
      await rowsOf(database.kysely, 'create table crowd as select n from generate_series(1, 2000) n', [])
      await rowsOf(database.kysely, 'delete from crowd where n % 2 = 0', [])
      const giveBack = takeDescriptors()
      try {
        await rowsOf(database.kysely, 'vacuum crowd', [])
      } finally {
        giveBack()
      }
      expect(await rowOf(database.kysely, 'select count(*)::int as count from crowd', [])).toEqual({ count: 1000 })
    },
  )
})

describe('openEmbedded() in a directory of its own', () => {
  const prepared = newFolder()
  beforeAll(async () => (await openEmbedded({ dataDir: prepared })).close())
  /** A data directory that is not new: the first start takes its time. */
  const copyFolder = () => {
    const folder = newFolder()
    cpSync(prepared, folder, { recursive: true })
    return folder
  }

  test('loses no acknowledged commit to kill -9, and the lock dies with the process', async () => {
    const dataDir = copyFolder()
    const writer = startWriter(dataDir)
    await writer.until(200)
    await expect(openEmbedded({ dataDir })).rejects.toThrow(/Another Pictable process/)
    const last = await writer.kill()
    const database = await openEmbedded({ dataDir })
    const text = `select name from settings where name like $1`
    const names = new Set((await rowsOf<{ name: string }>(database.kysely, text, ['n %'])).map(({ name }) => name))
    for (let n = 0; n <= last; n++) expect(names).toContain(`n ${n}`)
    expect(Number((await rowOf<{ value: number }>(database.kysely, get, ['n 0']))?.value)).toBe(names.size - 1)
    await database.close()
  })

  test('opens what a newer release has added to, and refuses where it has taken something away', async () => {
    const dataDir = copyFolder()
    const database = await openEmbedded({ dataDir })
    const text = 'insert into kysely_migration (name, timestamp) values ($1, $2)'
    await rowsOf(database.kysely, text, ['9999-from-the-future', '2036-01-01T00:00:00Z'])
    await database.close()
    const beside = await openEmbedded({ dataDir })
    await rowsOf(beside.kysely, set, ['schema_needs', '"9999-from-the-future"'])
    await beside.close()
    const opening = openEmbedded({ dataDir })
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/newer release/)
    // Refused, not broken: the lock was given back, too.
    await expect(openEmbedded({ dataDir })).rejects.toThrow(/newer release/)
  })

  test('starts over when the first start was cut short', async () => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, 'database.unfinished'))
    mkdirSync(join(dataDir, 'database'))
    writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18\n')
    const database = await openEmbedded({ dataDir })
    await rowsOf(database.kysely, set, ['a', '1'])
    await database.close()
    const again = await openEmbedded({ dataDir })
    expect(await rowOf(again.kysely, get, ['a'])).toEqual({ value: 1 })
    await again.close()
  })

  test('refuses a directory that cannot be written to', async () => {
    const file = join(newFolder(), 'file')
    writeFileSync(file, '')
    const opening = openEmbedded({ dataDir: join(file, 'data') })
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(/is not writable/)
  })
})
