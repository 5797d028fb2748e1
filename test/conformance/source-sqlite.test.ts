import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createSqliteSource } from '@pictable/server/sources/sqlite.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { allOf, describeSqlSource } from '#test/conformance/sql-source.ts'

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('SQLite', () => {
  const filesDir = mkdtempSync(join(tmpdir(), 'pictable-sqlite-'))
  const database = new DatabaseSync(join(filesDir, 'shop.sqlite'), { timeout: 5000 })
  database.exec('PRAGMA journal_mode = WAL')
  afterAll(() => {
    database.close()
    rmSync(filesDir, { recursive: true })
  })
  const kind = createSqliteSource({ filesDir })
  let connections = 0
  const open = (path = 'shop.sqlite') => kind.open({ path }, `con_${connections++}`)

  describeSqlSource('sqlite', () => ({
    open,
    admin: async (sql) => database.exec(sql),
    lock: async (table, id) => {
      const other = new DatabaseSync(join(filesDir, 'shop.sqlite'))
      other.exec(`BEGIN IMMEDIATE; UPDATE ${table} SET id = id WHERE id = ${id}`)
      return async () => other.close()
    },
    baseId: 'main',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    countingKey: 'integer PRIMARY KEY',
    longText: 'text',
    longBytes: { type: 'blob', value: (bytes) => `zeroblob(${bytes})` },
    storesHuge: true,
    takesNul: true,
    checksLength: false,
    cells: [
      ['text', "'Grüße ☕'", 'text', 'Grüße ☕'],
      ['text', "''", 'text', ''],
      ['text', "'a' || char(0) || 'b'", 'text', 'a\0b'],
      ['varchar(3)', "'longer'", 'text', 'longer'],
      ['text', 'NULL', 'text', null],
      ['integer', '-7', 'number', -7],
      ['bigint', '9007199254740991', 'number', 9007199254740991],
      ['bigint', '9007199254740993', 'number', '9007199254740993'],
      ['real', '0.1 + 0.2', 'number', 0.1 + 0.2],
      ['real', '9e999', 'number', null],
      ['decimal(10,2)', "'12.50'", 'number', 12.5],
      ['numeric', "'many'", 'number', 'many'],
      ['boolean', '1', 'checkbox', true],
      ['boolean', '0', 'checkbox', false],
      ['boolean', "'true'", 'checkbox', true],
      ['date', "'2026-11-21'", 'date', '2026-11-21'],
      ['datetime', "'2026-11-21 18:04:07'", 'date_time', '2026-11-21T18:04:07'],
      ['datetime', "'2026-11-21T18:04:07.120Z'", 'date_time', '2026-11-21T18:04:07.12Z'],
      ['json', `'{"a": [1, 9007199254740993]}'`, 'json', { json: { a: [1, '9007199254740993'] } }],
      ['json', "'no json'", 'json', 'no json'],
      ['blob', "x'00ff'", 'unknown', 'AP8='],
      ['text', "x'00ff'", 'text', 'AP8='],
      ['', '1.5', 'text', '1.5'],
    ],
    written: {
      columns: 't text, i integer, b boolean, d date, z datetime, j json',
      fields: {
        t: 'x"; DROP TABLE written; --\\ ? كوب',
        i: '9223372036854775807',
        b: true,
        d: '2026-11-21',
        z: '2026-11-21T18:04:07.12Z',
        j: { json: { a: '{"b"}' } },
      },
    },
  }))

  test('says what is wrong with the file', async () => {
    writeFileSync(join(filesDir, 'text.sqlite'), 'this is no database, but a long text that only says so'.repeat(100))
    const wrong: [path: string, code: string, words: string][] = [
      ['gone.sqlite', 'source_not_found', 'There is no file "gone.sqlite"'],
      ['../shop.sqlite', 'source_invalid', 'PICTABLE_FILES_DIR'],
      ['text.sqlite', 'source_invalid', 'is not an SQLite database'],
    ]
    for (const [path, code, words] of wrong)
      await expect(open(path).check()).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
    await expect(open().check()).resolves.toMatchObject({ account: expect.stringMatching(/^shop.sqlite \(SQLite 3\./) })
  })

  test('writes a view where a trigger stands in, and no other', async () => {
    database.exec(`CREATE TABLE cards (id integer PRIMARY KEY, url text); INSERT INTO cards VALUES (1, NULL);
      CREATE VIEW seen AS SELECT * FROM cards; CREATE VIEW written_view AS SELECT * FROM cards;
      CREATE TRIGGER writes INSTEAD OF UPDATE ON written_view BEGIN UPDATE cards SET url = new.url WHERE id = old.id; END`)
    const write = (tableId: string) =>
      open().writeBack({ baseId: 'main', tableId }, [{ recordId: '1', fields: { url: 'x' } }])
    expect(await write('seen')).toMatchObject([{ ok: false, code: 'source_invalid' }])
    expect(await write('written_view')).toEqual([{ ok: true }])
    expect(await allOf(open(), { baseId: 'main', tableId: 'seen' })).toEqual([{ id: '1', fields: { id: 1, url: 'x' } }])
  })

  const counting = (name: string, to: number) =>
    database.exec(`CREATE VIEW ${name} AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to}) SELECT max(i) AS id FROM n`)

  test('a statement holds up nothing else, and ends after its time limit', async () => {
    counting('slow', 100_000_000)
    const limited = createSqliteSource({ filesDir, statementMs: 2000 })
    const source = limited.open({ path: 'shop.sqlite' }, `con_${connections++}`)
    await expect(allOf(source, { baseId: 'main', tableId: 'slow' })).rejects.toMatchObject({
      code: 'source_unavailable',
      message: expect.stringContaining('longer than 2 seconds'),
    })
    await expect(source.listTables('main')).resolves.toContainEqual({ id: 'slow', name: 'slow' })
  })

  test('a statement ends when nobody waits for its page any more', async () => {
    counting('endless', 100_000_000)
    const controller = new AbortController()
    const pages = open().pages({ baseId: 'main', tableId: 'endless' }, { viewId: null, signal: controller.signal })
    const first = pages[Symbol.asyncIterator]().next()
    first.catch(() => {})
    await open().listTables('main')
    controller.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('a statement ends with the service, also when that is killed', async () => {
    counting('endless_orphan', Number.MAX_SAFE_INTEGER)
    const connection = import.meta.resolve('@pictable/server/sources/sql/sqlite-connection.ts')
    const code = `import { connectSqlite } from '${connection}'
      const { query } = await connectSqlite('${join(filesDir, 'shop.sqlite')}', 600_000)
      const answer = query('SELECT * FROM endless_orphan', [])
      process.stdout.write('asked')
      await answer`
    const flags = ['--conditions', 'development', '--input-type=module']
    const service = spawn(process.execPath, [...flags, '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(service.stdout, 'data')
    const child = Number(execFileSync('pgrep', ['-P', String(service.pid)], { encoding: 'utf8' }))
    service.kill('SIGKILL')
    await expect.poll(() => isAlive(child)).toBe(false)
  })

  test('keys may be bytes', async () => {
    database.exec(
      "CREATE TABLE blobs (uuid blob PRIMARY KEY NOT NULL, name text); INSERT INTO blobs VALUES (x'00ff', 'a')",
    )
    const ref = { baseId: 'main', tableId: 'blobs' }
    expect(await open().writeBack(ref, [{ recordId: '00FF', fields: { name: 'b' } }])).toEqual([{ ok: true }])
    expect(await open().getRecords(ref, ['00FF'])).toEqual([{ id: '00FF', fields: { uuid: 'AP8=', name: 'b' } }])
  })
})
