import type { FieldKind, FieldValue, Page, Source, TableRef } from '@pictable/server/core/ports/source.ts'
import { createAddressPolicy } from '@pictable/server/net/address-policy.ts'
import { createGuardedLookup } from '@pictable/server/net/guarded-lookup.ts'
import { createPostgresSource } from '@pictable/server/sources/postgres.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeSource } from '#test/conformance/source.ts'
import { needs } from '#test/needs.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { freePort } from '#test/server-process.ts'

const postgres = needs('postgresql')
const password = 'pässword'

describe.skipIf(!postgres.found)('PostgreSQL', () => {
  let cluster: PostgresCluster
  let port: number
  let admin: Client
  let url: string
  let database: string
  beforeAll(async () => {
    port = await freePort()
    cluster = await startPostgresCluster(postgres.found ? postgres.path : '', port)
    await connect()
  })
  afterAll(async () => {
    await admin.end()
    await cluster.stop()
  })

  async function connect() {
    url = await cluster.createDatabase()
    database = new URL(url).pathname.slice(1)
    admin = new Client({ connectionString: url })
    admin.on('error', () => {})
    await admin.connect()
    await admin.query(`DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'shop') THEN
      CREATE ROLE shop LOGIN PASSWORD '${password}'; END IF; END $$`)
    await admin.query('GRANT ALL ON SCHEMA public TO shop')
    await admin.query('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO shop')
  }

  const settings = (more: object = {}) => ({ host: '127.0.0.1', port, database, user: 'shop', password, ...more })
  const allowing = (allow: string) => {
    const { createSocket } = createGuardedLookup(createAddressPolicy({ allow }))
    return createPostgresSource({ createSocket })
  }
  const kind = allowing('127.0.0.0/8')
  let connections = 0
  const open = (more: object = {}) => kind.open(settings(more), `con_${connections++}`)
  const ref = (tableId: string): TableRef => ({ baseId: 'public', tableId })

  async function allOf(source: Source, tableId: string): Promise<Page['records']> {
    const records: Page['records'] = []
    for await (const page of source.pages(ref(tableId), { viewId: null })) records.push(...page.records)
    return records
  }

  let tables = 0
  describeSource('postgres', async (count) => {
    const name = `records ${tables++}`
    await admin.query(`CREATE TABLE "${name}" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL,
      number integer, note varchar(100))`)
    await admin.query(
      `INSERT INTO "${name}" (name, number) SELECT 'Record ' || n, n FROM generate_series(0, $1::int - 1) AS n`,
      [count],
    )
    return {
      source: open(),
      table: ref(name),
      fieldIds: { name: 'name', number: 'number', note: 'note' },
      viewId: null,
      count,
      removeRecord: async (id) => void (await admin.query(`DELETE FROM "${name}" WHERE id = $1`, [id])),
    }
  })

  describe('cells', () => {
    const cells: [type: string, sql: string, kind: FieldKind, value: FieldValue][] = [
      ['text', "'Grüße ☕'", 'text', 'Grüße ☕'],
      ['text', "''", 'text', ''],
      ['varchar(20)', "'x'", 'text', 'x'],
      ['char(4)', "'ab'", 'text', 'ab  '],
      ['smallint', '-7', 'number', -7],
      ['integer', '2147483647', 'number', 2147483647],
      ['bigint', '9007199254740991', 'number', 9007199254740991],
      ['bigint', '9007199254740993', 'number', '9007199254740993'],
      ['numeric', '12.50', 'number', 12.5],
      ['numeric', '0.12345678901234567890', 'number', '0.12345678901234567890'],
      ['numeric(30,2)', '1234567890123456789012.34', 'number', '1234567890123456789012.34'],
      ['numeric', "'NaN'", 'number', null],
      ['real', '0.1', 'number', 0.1],
      ['double precision', '0.1::float8 + 0.2::float8', 'number', 0.1 + 0.2],
      ['double precision', "'Infinity'", 'number', null],
      ['boolean', 'true', 'checkbox', true],
      ['boolean', 'false', 'checkbox', false],
      ['boolean', 'NULL', 'checkbox', null],
      ['date', "'2026-11-21'", 'date', '2026-11-21'],
      ['timestamptz', "'2026-11-21 18:04:07.123456+02'", 'date_time', '2026-11-21T16:04:07.123456Z'],
      ['timestamp', "'2026-11-21 18:04:07'", 'date_time', '2026-11-21T18:04:07'],
      ['timestamp', "'infinity'", 'date_time', 'infinity'],
      ['time', "'18:04:07'", 'text', '18:04:07'],
      ['interval', "'1 day 2 hours'", 'text', '1 day 02:00:00'],
      ['uuid', "'0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11'", 'text', '0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11'],
      ['inet', "'10.0.0.1/24'", 'text', '10.0.0.1/24'],
      ['int4range', "'[1,5)'", 'text', '[1,5)'],
      ['point', "'(1,2)'", 'text', '(1,2)'],
      ['xml', "'<a/>'", 'text', '<a/>'],
      ['jsonb', `'{"a": [1, 9007199254740993]}'`, 'json', { json: { a: [1, '9007199254740993'] } }],
      ['json', `'null'`, 'json', null],
      ['text[]', `ARRAY['a', 'b "c", d', NULL]`, 'multi_select', ['a', 'b "c", d']],
      ['bigint[]', 'ARRAY[1, 9007199254740993]', 'multi_select', ['1', '9007199254740993']],
      ['mood', "'so so'", 'single_select', 'so so'],
      ['mood[]', "ARRAY['so so', 'good']::mood[]", 'multi_select', ['so so', 'good']],
      ['short', "'abc'", 'text', 'abc'],
      ['bytea', `'\\x00ff'`, 'unknown', 'AP8='],
    ]

    test('are read without a loss, whatever their type', async () => {
      await admin.query("CREATE TYPE mood AS ENUM ('good', 'so so')")
      await admin.query('CREATE DOMAIN short AS varchar(5)')
      await admin.query(
        `CREATE TABLE cells (id int PRIMARY KEY, ${cells.map(([type], n) => `c${n} ${type}`).join(', ')})`,
      )
      await admin.query(`INSERT INTO cells VALUES (1, ${cells.map(([, sql]) => sql).join(', ')})`)
      const source = open()
      const fields = await source.listFields(ref('cells'))
      expect(fields.slice(1).map(({ kind }) => kind)).toEqual(cells.map(([, , kind]) => kind))
      const [record] = await allOf(source, 'cells')
      const read = cells.map(([type, sql], n) => [type, sql, record?.fields[`c${n}`]])
      expect(read).toEqual(cells.map(([type, sql, , value]) => [type, sql, value]))
    })

    test('come back as they were written', async () => {
      await admin.query(`CREATE TABLE written (id int PRIMARY KEY, t text, n numeric, b boolean, d date, z timestamptz,
        l timestamp, j jsonb, a text[], m mood, u uuid, c char(3), s short)`)
      await admin.query('INSERT INTO written VALUES (1)')
      const source = open()
      const fields: Record<string, FieldValue> = {
        t: 'x"; DROP TABLE written; --\\ $1 كوب',
        n: '12345678901234567890.5',
        b: true,
        d: '2026-11-21',
        z: '2026-11-21T18:04:07.12Z',
        l: '2026-11-21T18:04:07.12',
        j: { json: { a: '{"b"}' } },
        a: ['x', 'b "c", \\d', '{}'],
        m: 'good',
        u: '0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11',
        c: 'abc',
        s: 'abcde',
      }
      expect(await source.writeBack(ref('written'), [{ recordId: '1', fields }])).toEqual([{ ok: true }])
      expect(await source.getRecords(ref('written'), ['1'])).toEqual([{ id: '1', fields: { id: 1, ...fields } }])
    })
  })
})
