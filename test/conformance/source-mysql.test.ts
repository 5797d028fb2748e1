import type { TableRef } from '@pictable/server/core/ports/source.ts'
import { testAuthority } from '@pictable/server/net/certificates.test-kit.ts'
import { createGuardedLookup } from '@pictable/server/net/guarded-lookup.ts'
import { createNames, startServer } from '@pictable/server/net/loopback.test-kit.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createMysqlSource } from '@pictable/server/sources/mysql.ts'
import type { Connection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allOf, describeSqlSource } from '#test/conformance/sql-source.ts'
import { type MariadbServer, startMariadbServer } from '#test/mariadb-server.ts'
import { needs } from '#test/needs.ts'
import { freePort } from '#test/server-process.ts'

const mariadb = needs('mariadb')
const password = 'pässword'

describe.skipIf(!mariadb.found)('MariaDB', () => {
  let port: number
  let server: MariadbServer
  let admin: Connection
  beforeAll(async () => {
    port = await freePort()
    server = await startMariadbServer(mariadb.found ? mariadb.path : '', port)
    admin = await server.connect()
    await admin.query(`CREATE DATABASE shop; CREATE DATABASE other;
      CREATE USER shop@'127.0.0.1' IDENTIFIED BY '${password}'; GRANT ALL ON shop.* TO shop@'127.0.0.1'; USE shop`)
  })
  afterAll(async () => {
    await admin.end()
    await server.stop()
  })

  const allowing = (allow: string, more: { answerTimeoutMs?: number } = {}) => {
    const { createSocket } = createGuardedLookup(createAddressPolicy({ allow }))
    return createMysqlSource({ createSocket, ...more })
  }
  const kind = allowing('127.0.0.0/8')
  let connections = 0
  const open = (more: object = {}, from = kind) =>
    from.open({ host: '127.0.0.1', port, user: 'shop', password, ...more }, `con_${connections++}`)
  const ref = (tableId: string): TableRef => ({ baseId: 'shop', tableId })

  describeSqlSource('mysql', () => ({
    open,
    admin: (sql) => admin.query(sql),
    async lock(table, id) {
      const other = await server.connect()
      await other.query(`USE shop; BEGIN; SELECT * FROM ${table} WHERE id = ${id} FOR UPDATE`)
      return () => other.end()
    },
    wrongSource: open({ password: 'wrong' }),
    viewer: "viewer@'127.0.0.1'",
    port,
    openVia: (at) => open({ port: at }, allowing('127.0.0.0/8', { answerTimeoutMs: 1500 })),
    baseId: 'shop',
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    countingKey: 'bigint AUTO_INCREMENT PRIMARY KEY',
    longText: 'mediumtext',
    longBytes: { type: 'mediumblob', value: (bytes) => `REPEAT('a', ${bytes})` },
    storesHuge: false,
    takesNul: true,
    checksLength: true,
    choiceType: "enum('Open', 'Closed')",
    async openReadOnly(table) {
      await admin.query(
        `CREATE USER IF NOT EXISTS viewer@'127.0.0.1' IDENTIFIED BY 'v'; GRANT SELECT ON ${table} TO viewer@'127.0.0.1'`,
      )
      return open({ user: 'viewer', password: 'v' })
    },
    cells: [
      ['text', "'Grüße ☕'", 'text', 'Grüße ☕'],
      ['text', "''", 'text', ''],
      ['varchar(20)', "'x'", 'text', 'x'],
      ['varchar(20) CHARACTER SET latin1', "'Grüße'", 'text', 'Grüße'],
      ['char(4)', "'ab'", 'text', 'ab'],
      ['smallint', '-7', 'number', -7],
      ['int unsigned', '4294967295', 'number', 4294967295],
      ['bigint', '9007199254740991', 'number', 9007199254740991],
      ['bigint', '9007199254740993', 'number', '9007199254740993'],
      ['bigint unsigned', '18446744073709551615', 'number', '18446744073709551615'],
      ['decimal(10,2)', '12.50', 'number', 12.5],
      ['decimal(30,20)', '0.12345678901234567890', 'number', '0.12345678901234567890'],
      ['float', '0.1', 'number', 0.1],
      ['double', '0.1e0 + 0.2e0', 'number', 0.1 + 0.2],
      ['year', '2026', 'number', 2026],
      ['tinyint', '5', 'number', 5],
      ['tinyint(1)', '1', 'checkbox', true],
      ['boolean', 'false', 'checkbox', false],
      ['boolean', 'NULL', 'checkbox', null],
      ['bit(1)', "b'1'", 'checkbox', true],
      ['bit(8)', "b'101'", 'number', 5],
      ['date', "'2026-11-21'", 'date', '2026-11-21'],
      ['datetime(6)', "'2026-11-21 18:04:07.120000'", 'date_time', '2026-11-21T18:04:07.12'],
      ['timestamp NULL', "'2026-11-21 18:04:07'", 'date_time', '2026-11-21T18:04:07Z'],
      ['time', "'-18:04:07'", 'text', '-18:04:07'],
      ['json', `'{"a": [1, 9007199254740993]}'`, 'json', { json: { a: [1, '9007199254740993'] } }],
      ['json', `'null'`, 'json', null],
      ["enum('good', 'so so', 'it''s')", "'it''s'", 'single_select', "it's"],
      ["set('a', 'b', 'c')", "'a,c'", 'multi_select', ['a', 'c']],
      ['uuid', "'0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11'", 'text', '0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11'],
      ['inet6', "'::1'", 'text', '::1'],
      ['point', 'point(1, 2)', 'text', 'POINT(1 2)'],
      ['blob', "x'00ff'", 'unknown', 'AP8='],
      ['binary(2)', "x'00ff'", 'unknown', 'AP8='],
    ],
    written: {
      columns: `t text, n decimal(30,2), b boolean, i bit(1), d date, z timestamp(3) NULL, l datetime(3), j json,
        m enum('good', 'so so'), s set('a', 'b', 'c'), u uuid, c char(3), y varchar(20) CHARACTER SET latin1`,
      fields: {
        t: 'x`; DROP TABLE written; --\\ ? كوب a\0b',
        n: '1234567890123456789012.34',
        b: true,
        i: true,
        d: '2026-11-21',
        z: '2026-11-21T18:04:07.12Z',
        l: '2026-11-21T18:04:07.12',
        j: { json: { a: '{"b"}' } },
        m: 'good',
        s: ['a', 'c'],
        u: '0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11',
        c: 'abc',
        y: 'Grüße',
      },
    },
  }))

  test('keys of every type find their rows', async () => {
    const keys: [type: string, sql: string, id: string][] = [
      ['bigint unsigned', '18446744073709551615', '18446744073709551615'],
      ['binary(2)', "x'00ff'", '00FF'],
      ['date', "'2026-11-21'", '2026-11-21'],
      ['datetime(3)', "'2026-11-21 18:04:07.12'", '2026-11-21 18:04:07.120'],
      ['decimal(20,2)', '123456789012345678.91', '123456789012345678.91'],
      ['uuid', "'0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11'", '0188c0f2-8e05-7cc0-9d6b-2e5a5f3d2b11'],
      ['varchar(20) CHARACTER SET latin1', "'Ä'", 'Ä'],
      ["enum('a', 'b')", "'b'", 'b'],
    ]
    for (const [n, [type, sql, id]] of keys.entries()) {
      await admin.query(
        `CREATE TABLE keys_${n} (k ${type} PRIMARY KEY, note varchar(20)); INSERT INTO keys_${n} (k) VALUES (${sql})`,
      )
      const source = open()
      const table = ref(`keys_${n}`)
      const result = await source.writeBack(table, [{ recordId: id, fields: { note: 'x' } }])
      const found = await source.getRecords(table, [id, 'no-such', '0', `${id}x`])
      expect([type, result, found.map((record) => [record.id, record.fields.note])]).toEqual([
        type,
        [{ ok: true }],
        [[id, 'x']],
      ])
    }
  })

  test('pages of tables with keys of every type give each row once', async () => {
    const keys: [columns: string, select: string][] = [
      ["size enum('small', 'medium', 'large', 'it''s'), product int, PRIMARY KEY (size, product)", '1 + seq % 4, seq'],
      ["product int, size enum('small', 'medium', 'large'), PRIMARY KEY (product, size)", 'seq DIV 3, 1 + seq % 3'],
      ["tags set('z', 'y', 'x', 'w', 'v', 'u', 't', 's', 'r', 'q') PRIMARY KEY", 'seq'],
      ['n decimal(20,0) PRIMARY KEY', '12345678901234567000 + seq'],
      ['n decimal(38,10) PRIMARY KEY', '1234567890123456789012345678 + seq / 1000'],
      ['n bit(40) PRIMARY KEY', '1099511620000 + seq'],
      ['n double PRIMARY KEY', '0.1e0 * seq'],
      ['at time(3) PRIMARY KEY', 'SEC_TO_TIME(CAST(seq AS SIGNED) * 11 - 3000)'],
      ['at datetime(3) PRIMARY KEY', "'2026-11-21 10:00:00' + INTERVAL seq MINUTE"],
      ['k uuid PRIMARY KEY', "INSERT('00000000-0000-1000-8000-000000000000', 5, 4, LPAD(seq, 4, '0'))"],
      ['k varchar(20) CHARACTER SET latin1 PRIMARY KEY', "CONCAT('Ä', seq)"],
    ]
    for (const [n, [columns, select]] of keys.entries()) {
      await admin.query(`CREATE TABLE paged_${n} (${columns});
        INSERT INTO paged_${n} SELECT ${select} FROM seq_1_to_700`)
      const ids = (await allOf(open(), ref(`paged_${n}`))).map(({ id }) => id)
      expect([columns, ids.length, new Set(ids).size]).toEqual([columns, 700, 700])
      const some = ids.filter((_, index) => index % 100 === 0)
      const found = (await open().getRecords(ref(`paged_${n}`), some)).map(({ id }) => id)
      expect([columns, found.toSorted()]).toEqual([columns, some.toSorted()])
    }
  })

  test('a base is a database, and only one where the connection says so', async () => {
    await admin.query('CREATE TABLE other.hidden (id int PRIMARY KEY)')
    expect(await open().listBases()).toEqual([{ id: 'shop', name: 'shop' }])
    const fixed = open({ database: 'shop' })
    expect(await fixed.listBases()).toEqual([{ id: 'shop', name: 'shop' }])
    const elsewhere = { baseId: 'other', tableId: 'hidden' }
    await expect(fixed.listFields(elsewhere)).rejects.toMatchObject({ code: 'source_not_found' })
    await expect(open().listTables('mysql')).rejects.toMatchObject({ code: 'source_not_found' })
  })

  test('a statement ends when nobody waits for its page any more, and the connection is used again', async () => {
    await admin.query(`CREATE TABLE nap (id bigint PRIMARY KEY); INSERT INTO nap VALUES (1);
      CREATE VIEW naps AS SELECT id, SLEEP(id * 30) AS nap FROM nap`)
    const asleep = async () => {
      const [rows] = await admin.query("SELECT id FROM information_schema.processlist WHERE state = 'User sleep'")
      return Array.isArray(rows) ? rows.length : -1
    }
    const source = open()
    const controller = new AbortController()
    const pages = source.pages(ref('naps'), { viewId: null, signal: controller.signal })
    const first = pages[Symbol.asyncIterator]().next()
    first.catch(() => {})
    await expect.poll(asleep).toBe(1)
    controller.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    expect(await asleep()).toBe(0)
    expect(await source.listFields(ref('nap'))).toHaveLength(1)
    await admin.query('DROP VIEW naps; DROP TABLE nap')
  })

  test('check() says what is wrong, and what to do', async () => {
    const wrong: [settings: object, code: string, words: RegExp][] = [
      [{ password: 'wrong' }, 'source_auth', /rejected the user "shop".*Check user and password/],
      [{ database: 'nowhere' }, 'source_not_found', /no database "nowhere", or the user "shop" has no access.*GRANT/],
      [{ host: 'no-such-host.example' }, 'source_unavailable', /Check the host/],
      [{ port: 1 }, 'source_server', /port/],
      [{ port: await freePort() }, 'source_unavailable', /is unreachable/],
      [{ ssl: 'verify' }, 'source_auth', /TLS/],
    ]
    for (const [settings, code, words] of wrong)
      await expect([
        settings,
        await open(settings)
          .check()
          .catch((error: unknown) => error),
      ]).toMatchObject([settings, { code, message: expect.stringMatching(words) }])
    await admin.query(
      "CREATE USER reader@'127.0.0.1' IDENTIFIED BY 'r'; GRANT SELECT ON shop.keys_0 TO reader@'127.0.0.1'",
    )
    const account = expect.stringMatching(/^reader@127\.0\.0\.1 \(MariaDB \d+\.\d+/)
    const warnings = [expect.stringMatching(/cannot write to: "keys_0".*GRANT/)]
    expect(await open({ user: 'reader', password: 'r' }).check()).toEqual({ account, warnings })
  })

  test('rights to read, and to write single columns, are enough', async () => {
    await admin.query(`CREATE TABLE least (id int PRIMARY KEY, name text, url text); INSERT INTO least VALUES (1, 'a', NULL);
      CREATE USER least@'127.0.0.1' IDENTIFIED BY 'l'; GRANT SELECT, UPDATE (url) ON shop.least TO least@'127.0.0.1'`)
    const source = open({ user: 'least', password: 'l' })
    expect(await source.writeBack(ref('least'), [{ recordId: '1', fields: { url: 'x' } }])).toEqual([{ ok: true }])
    const writing = source.writeBack(ref('least'), [{ recordId: '1', fields: { name: 'x' } }])
    await expect(writing).rejects.toMatchObject({ code: 'source_forbidden', message: expect.stringContaining('GRANT') })
  })

  test('speaks TLS, and trusts whom it is told to', async () => {
    const policy = createAddressPolicy({ allow: '127.0.0.0/8' })
    const names = { 'db.example.com': ['127.0.0.1'], 'db.example.org': ['127.0.0.1'] }
    const { createSocket } = createGuardedLookup(policy, { resolve: createNames(names).resolve })
    const from = createMysqlSource({ createSocket })
    const trusting = createMysqlSource({ createSocket, authorities: [testAuthority] })
    const check = (more: object, kind = from) => open({ host: 'db.example.com', ...more }, kind).check()
    await admin.query("ALTER USER shop@'127.0.0.1' REQUIRE SSL")
    for (const works of [{ ssl: 'prefer' }, { ssl: 'require' }, { ssl: 'verify', ca: testAuthority }])
      expect([works, (await check(works)).warnings]).toEqual([works, []])
    expect((await check({ ssl: 'verify' }, trusting)).warnings).toEqual([])
    const refused = { code: 'source_auth', message: expect.stringContaining('no trusted TLS') }
    await expect(check({ ssl: 'verify' })).rejects.toMatchObject(refused)
    const wrongName = check({ host: 'db.example.org', ssl: 'verify', ca: testAuthority })
    await expect(wrongName).rejects.toMatchObject(refused)
    await expect(check({ ssl: 'disable' })).rejects.toMatchObject({ code: 'source_auth' })
    await admin.query("ALTER USER shop@'127.0.0.1' REQUIRE NONE")
    await expect(check({ ssl: 'disable' })).resolves.toMatchObject({ warnings: [] })
  })

  test('a private address is refused, with the setting that allows it', async () => {
    const message = expect.stringContaining('PICTABLE_EGRESS_ALLOW')
    await expect(open({}, allowing('')).check()).rejects.toMatchObject({ code: 'source_server', message })
  })

  test('an address that nobody can allow is refused without that advice', async () => {
    for (const never of [{ host: '169.254.169.254' }, { port: 22 }]) {
      const refused = open(never).check()
      await expect(refused).rejects.toMatchObject({
        code: 'source_server',
        message: expect.stringMatching(/Check host and port/),
      })
      await expect(refused).rejects.not.toMatchObject({ message: expect.stringContaining('PICTABLE_EGRESS_ALLOW') })
    }
  })

  test('a port where something waits for us to speak is told from a server that is away', async () => {
    const silent = await startServer(() => {})
    const message = expect.stringMatching(/is not MySQL\. Check host and port/)
    await expect(open({ port: silent.port }).check()).rejects.toMatchObject({ code: 'source_unavailable', message })
  })

  test('a listing that the server breaks off can go on', async () => {
    await admin.query('CREATE TABLE many (id int PRIMARY KEY); INSERT INTO many SELECT seq FROM seq_1_to_3000')
    const source = open()
    const listing = source.pages(ref('many'), { viewId: null })[Symbol.asyncIterator]()
    const first = await listing.next()
    await server.kill()
    await expect(listing.next()).rejects.toMatchObject({ code: 'source_unavailable' })
    await server.restart()
    const ids = first.done ? [] : first.value.records.map(({ id }) => id)
    const cursor = first.done ? null : first.value.cursor
    for await (const { records } of source.pages(ref('many'), { viewId: null, cursor }))
      ids.push(...records.map(({ id }) => id))
    expect(ids).toEqual(Array.from({ length: 3000 }, (_, n) => String(n + 1)))
    admin = await server.connect()
  })
})
