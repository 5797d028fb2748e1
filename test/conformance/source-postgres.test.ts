import type { TableRef } from '@pictable/server/core/ports/source.ts'
import { databaseIdentity } from '@pictable/server/database/database-identity.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { testAuthority, testCertificate, testKey } from '@pictable/server/net/certificates.test-kit.ts'
import { createGuardedLookup } from '@pictable/server/net/guarded-lookup.ts'
import { createNames, startServer } from '@pictable/server/net/loopback.test-kit.ts'
import { createAddressPolicy } from '@pictable/server/net/policy/address-policy.ts'
import { createPostgresSource } from '@pictable/server/sources/postgres.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeSqlSource } from '#test/conformance/sql-source.ts'
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
    await admin.query(`DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'viewer') THEN
      CREATE ROLE viewer LOGIN PASSWORD 'v'; END IF; END $$`)
    await admin.query("CREATE TYPE mood AS ENUM ('good', 'so so')")
    await admin.query("CREATE TYPE door AS ENUM ('Open', 'Closed')")
    await admin.query('CREATE DOMAIN short AS varchar(5)')
    await admin.query('ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ALL ON TABLES TO shop')
  }

  const settings = (more: object = {}) => ({ host: '127.0.0.1', port, database, user: 'shop', password, ...more })
  const allowing = (allow: string, more: { answerTimeoutMs?: number } = {}) => {
    const { createSocket } = createGuardedLookup(createAddressPolicy({ allow }))
    return createPostgresSource({ createSocket, ...more })
  }
  const kind = allowing('127.0.0.0/8')
  let connections = 0
  const open = (more: object = {}) => kind.open(settings(more), `con_${connections++}`)
  const ref = (tableId: string): TableRef => ({ baseId: 'public', tableId })

  describeSqlSource('postgres', () => ({
    open,
    admin: (sql) => admin.query(sql),
    async lock(table, id) {
      const other = new Client({ connectionString: url })
      await other.connect()
      await other.query(`BEGIN; UPDATE ${table} SET id = id WHERE id = ${id}`)
      return () => other.end()
    },
    wrongSource: open({ password: 'wrong' }),
    viewer: 'viewer',
    port,
    openVia: (at) =>
      allowing('127.0.0.0/8', { answerTimeoutMs: 1500 }).open(settings({ port: at }), `con_${connections++}`),
    baseId: 'public',
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    countingKey: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    longText: 'text',
    longBytes: { type: 'bytea', value: (bytes) => `decode(repeat('ab', ${bytes}), 'hex')` },
    storesHuge: true,
    takesNul: false,
    checksLength: true,
    choiceType: 'door',
    async openReadOnly(table) {
      await admin.query(`GRANT SELECT ON ${table} TO viewer`)
      return open({ user: 'viewer', password: 'v' })
    },
    cells: [
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
    ],
    written: {
      columns: `t text, n numeric, b boolean, d date, z timestamptz, l timestamp, j jsonb, a text[], m mood, u uuid,
        c char(3), s short`,
      fields: {
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
      },
    },
  }))

  test('check() says what is wrong, and what to do', async () => {
    const web = await startServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    const wrong: [settings: object, code: string, words: RegExp][] = [
      [{ password: 'wrong' }, 'source_auth', /rejected the user "shop".*Check user and password/],
      [{ user: 'nobody' }, 'source_auth', /rejected the user "nobody"/],
      [{ password: '' }, 'source_auth', /requires the password of "shop"/],
      [{ port: web.port }, 'source_unavailable', /is not PostgreSQL. Check host and port/],
      [{ database: 'nowhere' }, 'source_not_found', /no database "nowhere"/],
      [{ host: 'no-such-host.example' }, 'source_unavailable', /Check the host/],
      [{ port: 1 }, 'source_server', /port/],
      [{ port: await freePort() }, 'source_unavailable', /is unreachable/],
      [{ ssl: 'verify' }, 'source_auth', /does not support TLS.*"ssl"/],
      [{ ssl: 'require' }, 'source_auth', /does not support TLS.*"ssl"/],
    ]
    for (const [settings, code, words] of wrong)
      await expect([
        settings,
        await open(settings)
          .check()
          .catch((error: unknown) => error),
      ]).toMatchObject([settings, { code, message: expect.stringMatching(words) }])
    await admin.query(`CREATE ROLE reader LOGIN PASSWORD 'r'; CREATE SCHEMA priv; CREATE TABLE priv.a (id int PRIMARY KEY);
      CREATE TABLE priv.b (id int PRIMARY KEY, x text); GRANT USAGE ON SCHEMA priv TO reader; GRANT SELECT ON priv.a TO reader;
      REVOKE USAGE ON SCHEMA public FROM PUBLIC`)
    const reader = () => open({ user: 'reader', password: 'r', ssl: 'disable' })
    const { account, warnings } = await reader().check()
    expect(account).toMatch(/^reader@127\.0\.0\.1\/test_0 \(PostgreSQL \d+/)
    expect(warnings).toEqual([
      expect.stringContaining('GRANT the user CREATE on the schema and TRIGGER'),
      expect.stringMatching(/cannot read: "b".*GRANT/),
      expect.stringMatching(/cannot write to: "a".*GRANT/),
    ])
    expect((await reader().listTables('priv')).map(({ id }) => id)).toEqual(['a'])
    const hidden = reader().listFields({ baseId: 'priv', tableId: 'b' })
    await expect(hidden).rejects.toMatchObject({ code: 'source_forbidden' })
    await admin.query('GRANT USAGE ON SCHEMA public TO PUBLIC')
  })

  test('rights to read, and to write single columns, are enough', async () => {
    await admin.query(`CREATE ROLE least LOGIN PASSWORD 'l'; CREATE SCHEMA least_shop; GRANT USAGE ON SCHEMA least_shop TO least;
      CREATE TABLE least_shop.t (id int PRIMARY KEY, name text, url text); INSERT INTO least_shop.t VALUES (1, 'a', NULL);
      GRANT SELECT, UPDATE (url) ON least_shop.t TO least`)
    const source = open({ user: 'least', password: 'l' })
    const table = { baseId: 'least_shop', tableId: 't' }
    expect(await source.writeBack(table, [{ recordId: '1', fields: { url: 'x' } }])).toEqual([{ ok: true }])
    const writing = source.writeBack(table, [{ recordId: '1', fields: { name: 'x' } }])
    await expect(writing).rejects.toMatchObject({ code: 'source_forbidden', message: expect.stringContaining('GRANT') })
  })

  test('a row that a policy or a trigger keeps from being updated is not said to be deleted', async () => {
    await admin.query(`CREATE ROLE clerk LOGIN PASSWORD 'c'; CREATE SCHEMA guarded; GRANT USAGE ON SCHEMA guarded TO clerk;
      CREATE TABLE guarded.t (id int PRIMARY KEY, owner text, url text); GRANT SELECT, UPDATE ON guarded.t TO clerk;
      INSERT INTO guarded.t VALUES (1, 'clerk'), (2, 'boss'), (3, 'clerk'), (4, 'ghost');
      ALTER TABLE guarded.t ENABLE ROW LEVEL SECURITY; CREATE POLICY seen ON guarded.t FOR SELECT USING (owner <> 'ghost');
      CREATE POLICY changed ON guarded.t FOR UPDATE USING (owner = 'clerk') WITH CHECK (url <> 'x://no')`)
    const source = open({ user: 'clerk', password: 'c' })
    const table = { baseId: 'guarded', tableId: 't' }
    const write = (rows: Record<string, string>) =>
      source.writeBack(
        table,
        Object.entries(rows).map(([recordId, url]) => ({ recordId, fields: { url } })),
      )
    const forbidden = (words: RegExp) => ({
      ok: false,
      code: 'source_forbidden',
      message: expect.stringMatching(words),
      retryable: false,
    })
    expect(await write({ 1: 'a', 2: 'b', 3: 'x://no', 4: 'd', 5: 'e' })).toEqual([
      { ok: true },
      forbidden(/^The row is still in the table "t", but its row-level security .* "clerk" .*Add a policy FOR UPDATE/),
      forbidden(/^PostgreSQL rejected the row: new row violates row-level security policy.*WITH CHECK/),
      { ok: false, code: 'source_not_found', message: expect.stringContaining('was deleted'), retryable: false },
      { ok: false, code: 'source_not_found', message: expect.stringContaining('was deleted'), retryable: false },
    ])
    const { rows } = await admin.query('SELECT id, url FROM guarded.t ORDER BY id')
    expect(rows.map(({ url }) => url)).toEqual(['a', null, null, null])
    await admin.query(`CREATE FUNCTION guarded.skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      ALTER TABLE guarded.t DISABLE ROW LEVEL SECURITY;
      CREATE TRIGGER skip BEFORE UPDATE ON guarded.t FOR EACH ROW WHEN (NEW.id = 1) EXECUTE FUNCTION guarded.skip()`)
    expect(await write({ 1: 'f', 2: 'g' })).toEqual([forbidden(/still in the table.*a trigger/), { ok: true }])
    await admin.query('DROP SCHEMA guarded CASCADE')
  })

  test('a missing right is named', async () => {
    await admin.query(`CREATE ROLE outsider LOGIN PASSWORD 'o'; CREATE SEQUENCE counter;
      CREATE VIEW counted AS SELECT 1 AS id, nextval('counter') AS n; REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC`)
    const refused = (words: string) => ({ code: 'source_forbidden', message: expect.stringContaining(words) })
    const source = open({ user: 'outsider', password: 'o' })
    await expect(source.check()).rejects.toMatchObject(refused('GRANT it CONNECT on the database'))
    await admin.query(`GRANT CONNECT ON DATABASE ${database} TO PUBLIC; GRANT USAGE ON SEQUENCE counter TO shop`)
    const counted = open().pages(ref('counted'), { viewId: null })[Symbol.asyncIterator]().next()
    await expect(counted).rejects.toMatchObject(refused('is read-only: cannot execute nextval()'))
    await admin.query('DROP VIEW counted; DROP SEQUENCE counter')
  })

  test('speaks TLS, and trusts whom it is told to', async () => {
    const policy = createAddressPolicy({ allow: '127.0.0.0/8' })
    const names = { 'db.example.com': ['127.0.0.1'], 'db.example.org': ['127.0.0.1'] }
    const { createSocket } = createGuardedLookup(policy, { resolve: createNames(names).resolve })
    const from = createPostgresSource({ createSocket })
    const trusting = createPostgresSource({ createSocket, authorities: [testAuthority] })
    const check = (more: object, kind = from) =>
      kind.open(settings({ host: 'db.example.com', ...more }), `con_${connections++}`).check()
    const lines = (text: string) => `COPY (SELECT unnest(string_to_array('${text}', E'\\n')))`
    await admin.query(`${lines(testCertificate)} TO PROGRAM 'cat > server.crt';
      ${lines(testKey)} TO PROGRAM 'cat > server.key; chmod 600 server.key'`)
    await admin.query('ALTER SYSTEM SET ssl = on')
    await admin.query('SELECT pg_reload_conf()')
    const isOn = async () => (await check({ ssl: 'require' }).catch(() => null)) !== null
    await expect.poll(isOn).toBe(true)
    for (const works of [
      { ssl: 'prefer' },
      { ssl: 'require' },
      { ssl: 'verify', ca: testAuthority },
      { ssl: 'disable' },
    ])
      expect([works, (await check(works)).warnings]).toEqual([works, []])
    expect((await check({ ssl: 'verify' }, trusting)).warnings).toEqual([])
    const refused = { code: 'source_auth', message: expect.stringMatching(/no trusted TLS.*PICTABLE_CA_FILE/) }
    await expect(check({ ssl: 'verify' })).rejects.toMatchObject(refused)
    const wrongName = check({ host: 'db.example.org', ssl: 'verify', ca: testAuthority })
    await expect(wrongName).rejects.toMatchObject({
      code: 'source_auth',
      message: expect.stringContaining('no trusted TLS'),
    })
  })

  test('a private address is refused, with the setting that allows it', async () => {
    const message = expect.stringContaining('PICTABLE_EGRESS_ALLOW')
    const source = allowing('').open(settings(), 'con_private')
    await expect(source.check()).rejects.toMatchObject({ code: 'source_server', message })
  })

  test('the database that Pictable itself works in is refused, by whatever name it is reached', async () => {
    const own = await openPostgres({ url })
    try {
      const { createSocket } = createGuardedLookup(createAddressPolicy({ allow: '127.0.0.0/8' }))
      const guarded = createPostgresSource({ createSocket, ownDatabase: await databaseIdentity(own) })
      const refused = {
        code: 'source_server',
        message: expect.stringMatching(/Pictable itself.*another database/),
      }
      await expect(guarded.open(settings(), 'con_own').check()).rejects.toMatchObject(refused)
      const other = new URL(await cluster.createDatabase()).pathname.slice(1)
      await expect(guarded.open(settings({ database: other }), 'con_other').check()).resolves.toBeDefined()
    } finally {
      await own.close()
    }
  })

  test('a key that cannot be is no row, but a row that cannot be read is an error', async () => {
    await admin.query(`CREATE TABLE texts (id int PRIMARY KEY, amount text);
      INSERT INTO texts VALUES (1, '7'), (2, 'seven'), (3, '0');
      CREATE VIEW numbers AS SELECT id, amount::int AS amount, 10 / (CASE WHEN id = 3 THEN 0 ELSE 1 END) AS tenth FROM texts`)
    const read = (ids: string[], fieldIds: string[]) =>
      open()
        .getRecords(ref('numbers'), ids, { fieldIds })
        .then((records) => records.map(({ id }) => id))
    expect(await read(['1', '2', 'no-such', '99999999999'], ['id'])).toEqual(['1', '2'])
    const refused = { code: 'source_invalid', message: expect.stringContaining('seven') }
    await expect(read(['1', '2'], ['amount'])).rejects.toMatchObject(refused)
    await expect(read(['3'], ['tenth'])).rejects.toMatchObject({ code: 'source_invalid' })
    expect(await read(['1', 'no-such'], ['amount'])).toEqual(['1'])
  })

  test('what a row holds beside is told to nobody when the table refuses it', async () => {
    await admin.query(`CREATE TABLE secrets (id int PRIMARY KEY, card text, pin text, CHECK (card <> 'bad'));
      INSERT INTO secrets VALUES (1, NULL, 'the-pin-of-somebody')`)
    const [result] = await open().writeBack(ref('secrets'), [{ recordId: '1', fields: { card: 'bad' } }])
    expect(result).toMatchObject({ ok: false, message: expect.stringContaining('secrets_card_check') })
    expect(JSON.stringify(result)).not.toContain('the-pin')
  })

  test('the environment of this process gives no account away', async () => {
    const before = { ...process.env }
    Object.assign(process.env, { PGPASSWORD: password, PGUSER: 'shop', PGHOST: '127.0.0.1' })
    try {
      await expect(open({ password: '' }).check()).rejects.toMatchObject({ code: 'source_auth' })
    } finally {
      process.env = before
    }
  })

  test('a password that changes counts from the next connection on', async () => {
    const source = open()
    await source.check()
    await admin.query("ALTER ROLE shop PASSWORD 'other'")
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'shop'")
    await expect(source.listBases()).rejects.toMatchObject({ code: 'source_auth' })
    await admin.query(`ALTER ROLE shop PASSWORD '${password}'`)
    await source.listBases()
  })

  test('a connection to each database is used again, and closed when settings change', async () => {
    const count = async () => {
      const { rows } = await admin.query(
        "SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'Pictable'",
      )
      return rows[0].count
    }
    const from = allowing('127.0.0.0/8')
    const many = (user: string) => from.open({ ...settings(), user }, 'con_pooled')
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'Pictable'")
    for (let round = 0; round < 20; round++) await many('shop').listBases()
    expect(await count()).toBe(1)
    await Promise.all(Array.from({ length: 20 }, () => many('shop').listBases()))
    expect(await count()).toBeLessThanOrEqual(4)
    await expect(many('nobody').listBases()).rejects.toMatchObject({ code: 'source_auth' })
    await expect.poll(count).toBe(0)
  })

  describe('watch()', () => {
    const triggers = async () => {
      const { rows } = await admin.query("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'pictable%'")
      return rows.length
    }
    const sessions = async () => {
      const { rows } = await admin.query(
        "SELECT pid FROM pg_stat_activity WHERE query LIKE '%LISTEN pictable%' AND pid <> pg_backend_pid()",
      )
      return rows.length
    }
    async function watching(table: string, fieldIds: string[], made: number | null = 1) {
      const stop = new AbortController()
      const heard: (readonly string[] | null)[] = []
      const before = made === null ? 0 : await triggers()
      const { promise: listening, resolve: onListening } = Promise.withResolvers<void>()
      const ended = open().watch?.(ref(table), {
        viewId: null,
        fieldIds,
        onListening,
        onChange: ({ recordIds }) => void heard.push(recordIds),
        signal: stop.signal,
      })
      const settled = Promise.resolve(ended).then(
        () => null,
        (error: unknown) => error,
      )
      await listening
      if (made !== null) expect(await triggers()).toBe(before + made)
      return { heard, stop: () => stop.abort(), settled }
    }
    test('tells of new rows and changed columns, never of our own writing, and leaves nothing behind', async () => {
      const column = `na'me"; $pictable$`
      const quoted = `"${column.replaceAll('"', '""')}"`
      await admin.query(`CREATE TABLE watched (shop text, n int, ${quoted} text, url text, PRIMARY KEY (shop, n));
        ALTER TABLE watched OWNER TO shop`)
      const { heard, stop, settled } = await watching('watched', [column, 'gone'])
      const id = '["a \\"b\\"","1"]'
      await admin.query(`INSERT INTO watched VALUES ('a "b"', 1, 'x', NULL)`)
      await expect.poll(() => heard).toEqual([[id]])
      expect(await open().writeBack(ref('watched'), [{ recordId: id, fields: { url: 'https://a.b/c' } }])).toEqual([
        { ok: true },
      ])
      await admin.query(`UPDATE watched SET ${quoted} = ${quoted}`)
      await admin.query(`UPDATE watched SET ${quoted} = 'y'`)
      await expect.poll(() => heard).toEqual([[id], [id]])
      await admin.query(`INSERT INTO watched SELECT 'many', n, 'x' FROM generate_series(1, 2000) AS n`)
      await expect.poll(() => heard.includes(null)).toBe(true)
      stop()
      expect(await settled).toBeNull()
      await expect.poll(triggers).toBe(0)
    })

    test('hears all tables of a database over one connection, each until its own end', async () => {
      await expect.poll(sessions).toBe(0)
      await admin.query(`CREATE TABLE first (id int PRIMARY KEY, name text); ALTER TABLE first OWNER TO shop;
        CREATE TABLE second (id int PRIMARY KEY, name text); ALTER TABLE second OWNER TO shop`)
      const first = await watching('first', ['name'])
      const again = await watching('first', ['name'], 0)
      const others = await Promise.all(Array.from({ length: 12 }, () => watching('second', ['name'], null)))
      expect(await sessions()).toBe(1)
      first.stop()
      expect(await first.settled).toBeNull()
      await admin.query("INSERT INTO first VALUES (1, 'a'); INSERT INTO second VALUES (2, 'b')")
      await expect.poll(() => again.heard).toEqual([['1']])
      for (const { heard } of others) await expect.poll(() => heard).toEqual([['2']])
      expect(first.heard).toEqual([])
      for (const { stop } of [again, ...others]) stop()
      for (const { settled } of [again, ...others]) expect(await settled).toBeNull()
      await expect.poll(triggers).toBe(0)
      await expect.poll(sessions).toBe(0)
    })

    test('hears one table while another is locked by its owner', async () => {
      await admin.query(`CREATE TABLE free (id int PRIMARY KEY, name text); ALTER TABLE free OWNER TO shop;
        CREATE TABLE locked (id int PRIMARY KEY, name text); ALTER TABLE locked OWNER TO shop`)
      const free = await watching('free', ['name'])
      await admin.query('BEGIN; LOCK TABLE locked')
      const waiting = watching('locked', ['name'])
      const isWaiting = async () => {
        const { rows } = await admin.query("SELECT 1 FROM pg_locks WHERE relation = 'locked'::regclass AND NOT granted")
        return rows.length > 0
      }
      await expect.poll(isWaiting).toBe(true)
      await admin.query("INSERT INTO free VALUES (1, 'a'); COMMIT")
      await expect.poll(() => free.heard).toEqual([['1']])
      const locked = await waiting
      for (const { stop } of [free, locked]) stop()
      for (const { settled } of [free, locked]) expect(await settled).toBeNull()
    })

    test('goes on when another user of the database sends messages over its channel', async () => {
      await admin.query('CREATE TABLE noisy (id int PRIMARY KEY, name text); ALTER TABLE noisy OWNER TO shop')
      const { heard, stop, settled } = await watching('noisy', ['name'])
      const { rows } = await admin.query("SELECT tgname FROM pg_trigger WHERE tgrelid = 'noisy'::regclass")
      for (const payload of ['x', '{"id":1}', '[]', '[1]', ''])
        await admin.query('SELECT pg_notify($1, $2)', [rows[0].tgname, payload])
      await expect.poll(() => heard).toContain(null)
      heard.length = 0
      await admin.query("INSERT INTO noisy VALUES (1, 'a')")
      await expect.poll(() => heard.flat()).toContain('1')
      stop()
      expect(await settled).toBeNull()
    })

    test('lets its owner rename, retype and drop what it watches, and then says "read the view"', async () => {
      await admin.query(`CREATE TABLE moving (id int PRIMARY KEY, title text, price int, weight int);
        ALTER TABLE moving OWNER TO shop`)
      const { heard, stop, settled } = await watching('moving', ['title', 'price', 'weight'])
      await admin.query("INSERT INTO moving VALUES (1, 'x', 1, 1)")
      await expect.poll(() => heard).toEqual([['1']])
      await admin.query('ALTER TABLE moving ALTER COLUMN price TYPE numeric')
      await admin.query('UPDATE moving SET price = 2')
      await expect.poll(() => heard.length).toBe(2)
      await admin.query('ALTER TABLE moving RENAME COLUMN title TO name')
      await admin.query('ALTER TABLE moving DROP COLUMN weight')
      await admin.query("UPDATE moving SET name = 'y'")
      await expect.poll(() => heard.at(-1)).toBeNull()
      const before = heard.length
      await admin.query('ALTER TABLE moving RENAME COLUMN id TO number')
      await admin.query("INSERT INTO moving VALUES (2, 'z', 3)")
      await expect.poll(() => heard.slice(before)).toEqual([null])
      stop()
      expect(await settled).toBeNull()
      await expect.poll(triggers).toBe(0)
    })

    test('rejects when the connection is lost, and when rights are missing', async () => {
      await admin.query('CREATE TABLE lost (id int PRIMARY KEY, name text); ALTER TABLE lost OWNER TO shop')
      const { settled } = await watching('lost', ['name'])
      await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN pictable%'")
      expect(await settled).toMatchObject({ code: 'source_unavailable' })
      const reader = open({ user: 'reader', password: 'r' })
      const { signal } = new AbortController()
      const options = { viewId: null, fieldIds: [], onListening: () => {}, onChange: () => {}, signal }
      await expect(reader.watch?.({ baseId: 'priv', tableId: 'a' }, options)).rejects.toMatchObject({
        code: 'source_forbidden',
      })
    })
  })

  test('a statement ends when nobody waits for its page any more, and the connection is used again', async () => {
    await admin.query('CREATE TABLE nap (id bigint PRIMARY KEY); INSERT INTO nap VALUES (1)')
    await admin.query('CREATE VIEW naps AS SELECT id, (SELECT 1 FROM pg_sleep(id * 30)) AS nap FROM nap')
    const asleep = async () => {
      const { rowCount } = await admin.query(
        "SELECT FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND state = 'active'",
      )
      return rowCount
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

  test('a listing goes on over a restart of the server, and an interrupted one from its cursor', async () => {
    await admin.query('CREATE TABLE many (id int PRIMARY KEY); INSERT INTO many SELECT generate_series(1, 3000)')
    const source = open()
    const ids: string[] = []
    for await (const { records } of source.pages(ref('many'), { viewId: null })) {
      if (ids.length === 0) await cluster.crash()
      ids.push(...records.map(({ id }) => id))
    }
    expect(ids).toEqual(Array.from({ length: 3000 }, (_, n) => String(n + 1)))
  })
})
