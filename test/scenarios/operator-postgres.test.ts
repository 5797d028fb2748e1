import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aloneOnPostgres } from '@pictable/server/database/alone.ts'
import { migrations } from '@pictable/server/database/migrations/index.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { databaseChecks } from '@pictable/server/doctor/check-database.ts'
import { createJobs } from '@pictable/server/jobs/jobs.ts'
import { type Config, parseConfig } from '@pictable/server/settings/config.ts'
import { openDatabase, visitDatabase } from '@pictable/server/start/open-database.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#test/conformance/jobs.ts'
import { blocksIn } from '#test/guides/blocks.ts'
import { needs } from '#test/needs.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { freePort } from '#test/server-process.ts'

const postgresql = needs('postgresql')
const folder = mkdtempSync(join(tmpdir(), 'pictable-operator-postgres-'))
let cluster: PostgresCluster
let port: number

const configOf = (url: string, more: Record<string, string> = {}): Config =>
  parseConfig({ PICTABLE_DATA_DIR: folder, PICTABLE_DATABASE_URL: url, ...more })

async function run(config: Config, ...statements: string[]): Promise<void> {
  await visitDatabase(config, async (kysely) => {
    for (const statement of statements) await rowsOf(kysely, statement, [])
  })
}

/** What the checks of `pictable doctor` find, as they print it. */
async function findings(config: Config): Promise<string[]> {
  const looked = databaseChecks.map(({ look }) =>
    look(config).then(
      ({ state, detail, cure = '' }) => `${state}: ${detail} ${cure}`,
      (error) => `failed: ${error.message}`,
    ),
  )
  return await Promise.all(looked)
}

/** An authority, and the certificate of a server called localhost, which the server reads and nobody else. */
function makeCertificates(): void {
  const openssl = (command: string) => execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' })
  const newKey = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'
  openssl(`${newKey} -keyout ca.key -out ca.pem -subj /CN=Authority`)
  openssl(
    `${newKey} -keyout server.key -out server.pem -subj /CN=localhost -CA ca.pem -CAkey ca.key -addext subjectAltName=DNS:localhost`,
  )
}

describe.skipIf(!postgresql.found)('an operator on PostgreSQL', () => {
  beforeAll(async () => {
    if (!postgresql.found) return
    port = await freePort()
    cluster = await startPostgresCluster(postgresql.path, port)
  })
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('is told by doctor and migrate of a schema that serve refuses', async () => {
    const config = configOf(await cluster.createDatabase())
    await (await openDatabase(config)).close()
    expect(await findings(config)).toEqual([expect.stringMatching(/^ok/), expect.stringMatching(/^ok: up to date/)])
    await run(config, `insert into kysely_migration (name, timestamp) values ('9999-newer', 'now')`)
    expect((await findings(config))[1]).toMatch(/^ok: 1 migrations of a newer release/)
    await run(config, `insert into settings (name, value) values ('schema_needs', '"9999-newer"')`)
    expect((await findings(config))[1]).toMatch(/^failed: .*A newer release of Pictable migrated/)
    await expect(openDatabase(config)).rejects.toThrow(/A newer release of Pictable migrated/)
  })

  test('hears which process a start waits for', async () => {
    const config = configOf(await cluster.createDatabase())
    const said = vi.spyOn(console, 'error').mockImplementation(() => {})
    const [begun, prepared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const prepare = () => {
      begun.resolve()
      return prepared.promise
    }
    const others = visitDatabase(config, (kysely) => aloneOnPostgres(kysely, prepare))
    await begun.promise
    const starting = openDatabase(config)
    try {
      await expect.poll(() => said.mock.calls.length).toBeGreaterThan(0)
      expect(said).toHaveBeenCalledExactlyOnceWith(
        expect.stringMatching(/Waiting for the process on this machine .* \(PostgreSQL process \d+\)/),
      )
    } finally {
      said.mockRestore()
      prepared.resolve()
      await others
      await (await starting).close()
    }
  })

  test('may have a pooler, which refuses what it does not know at the start of a connection', async () => {
    const database = await openDatabase(configOf(await cluster.createDatabase()))
    try {
      const text = `select name from pg_settings where source = $1 order by name`
      const setBy = async (source: string) =>
        (await rowsOf<{ name: string }>(database.kysely, text, [source])).map(({ name }) => name)
      // What PgBouncer knows by itself.
      expect(['application_name', 'client_encoding']).toEqual(expect.arrayContaining(await setBy('client')))
      expect(await setBy('session')).toEqual(
        expect.arrayContaining([
          'client_connection_check_interval',
          'idle_in_transaction_session_timeout',
          'statement_timeout',
        ]),
      )
    } finally {
      await database.close()
    }
  })

  test.each([
    ['before', /CREATE TABLE/],
    ['after', /INSERT/],
  ])('is told of a database that takes no writes, %s the first start', async (when, what) => {
    const config = configOf(await cluster.createDatabase())
    if (when === 'after') await (await openDatabase(config)).close()
    expect((await findings(config))[0]).toMatch(/^ok/)
    const [database] = new URL(config.PICTABLE_DATABASE_URL ?? '').pathname.split('/').slice(1)
    await run(config, `alter database ${database} set default_transaction_read_only = on`)
    const [found] = await findings(config)
    expect(found).toMatch(/^failed: .*read-only transaction\. Set PICTABLE_DATABASE_URL to the primary/)
    expect(found).toMatch(what)
  })

  test('gets an older backup back over a newer schema, by the commands of the guide', async () => {
    if (!postgresql.found) return
    const page = readFileSync('docs/guides/backup.md', 'utf8')
    const commands = blocksIn(page)
      .filter(({ language, code }) => language === 'sh' && /pg_(dump|restore)/.test(code))
      .map(({ code }) => code)
    expect(commands).toHaveLength(2)
    const [dump = '', restore = ''] = commands
    const config = configOf(await cluster.createDatabase())
    const url = new URL(config.PICTABLE_DATABASE_URL ?? '')
    const names = Object.keys(migrations)
    const [last = ''] = names.splice(-1)
    const env = { PATH: `${postgresql.path}:${process.env.PATH}`, PICTABLE_DATABASE_URL: url.href }
    const shell = (script: string) => {
      const filled = script
        .replace('db.internal', url.searchParams.get('host') ?? '')
        .replace('PGUSER=', `PGPORT=${port} PGUSER=`)
        .replace(/ --owner=pictable/, '')
        .replace(/ pictable$/gm, url.pathname.replace('/', ' '))
      execFileSync('bash', ['-euc', filled], { cwd: folder, env, stdio: 'pipe' })
    }

    await visitDatabase(config, async (kysely) => {
      await rowsOf(kysely, 'create table kysely_migration (name varchar primary key, timestamp varchar)', [])
      for (const name of names) {
        await migrations[name]?.up(kysely)
        await rowsOf(kysely, 'insert into kysely_migration values ($1, $2)', [name, new Date().toISOString()])
      }
    })
    await run(config, `insert into settings (name, value) values ('of_the_backup', '1')`)
    shell(dump)
    const inUse = await openDatabase(config)
    const jobs = await createJobs({ database: inUse, log: silentLog })
    await jobs.stop()
    await run(config, `delete from settings where name = 'of_the_backup'`)
    shell(restore)
    await inUse.close()
    const restored = await openDatabase(config)
    expect(restored.migrated).toEqual([last])
    expect(await rowsOf(restored.kysely, `select value from settings where name = 'of_the_backup'`, [])).toEqual([
      { value: 1 },
    ])
    await (await createJobs({ database: restored, log: silentLog })).stop()
    await restored.close()

    shell(`${dump}\n${restore}`)
    const again = await openDatabase(config)
    expect(again.migrated).toEqual([])
    await again.close()
  })

  test('is refused a database that cannot hold every text', async () => {
    const config = configOf(await cluster.createDatabase())
    await run(config, `create database latin encoding 'LATIN1' locale 'C' template template0`)
    const latin = configOf((config.PICTABLE_DATABASE_URL ?? '').replace(/test_\d+/, 'latin'))
    const refusal = /encoding LATIN1\. Pictable needs UTF8: createdb --encoding=UTF8/
    await expect(openDatabase(latin)).rejects.toThrow(refusal)
    expect((await findings(latin))[0]).toMatch(refusal)
  })

  test('reads what helps against what PostgreSQL says', async () => {
    const url = new URL(await cluster.createDatabase())
    const config = configOf(url.href)
    await run(config, `create role visitor login password 'guess'`, 'create table users (name text)')
    const refused = (change: (url: URL) => void) => {
      const changed = new URL(url)
      change(changed)
      return expect(openDatabase(configOf(changed.href))).rejects
    }
    const overTcp = (changed: URL) => {
      changed.search = ''
      changed.username = 'visitor'
      changed.hostname = '127.0.0.1'
    }
    await refused((changed) => {
      overTcp(changed)
      changed.password = 'wrong'
    }).toThrow(/password authentication failed.* Correct user and password in PICTABLE_DATABASE_URL\.$/)
    await refused((changed) => {
      overTcp(changed)
      changed.port = '1'
    }).toThrow(/ECONNREFUSED.* Check host and port/)
    await refused((changed) => {
      changed.username = 'visitor'
    }).toThrow(/permission denied for schema public\. Its user must own/)
    await refused(() => {}).toThrow(/relation "users" already exists\. .*to an empty database/)
    await refused((changed) => {
      changed.pathname = '/missing'
    }).toThrow(/does not exist\. .*createdb --encoding=UTF8/)
  })

  test('trusts the authority in PICTABLE_CA_FILE, whatever TLS is called, and hears no warning', async () => {
    makeCertificates()
    const local = configOf(await cluster.createDatabase())
    const setting = (name: string, value: string) => run(local, `alter system set ${name} = '${value}'`)
    // Only the server may read its key: it writes it itself, into its own folder.
    for (const name of ['server.key', 'server.pem']) {
      const lines = readFileSync(join(folder, name), 'utf8').split('\n').join("'), ('")
      await run(local, `copy (values ('${lines}')) to program 'umask 077; cat > ${name}'`)
    }
    await setting('ssl_cert_file', 'server.pem')
    await setting('ssl_key_file', 'server.key')
    await setting('ssl', 'on')
    await run(local, `alter role postgres password 'guess'`, 'select pg_reload_conf()')

    const warnings: Error[] = []
    const keep = (warning: Error) => warnings.push(warning)
    process.on('warning', keep)
    const url = (query: string, host = 'localhost') =>
      `postgres://postgres:guess@${host}:${port}${new URL(local.PICTABLE_DATABASE_URL ?? '').pathname}?${query}`
    const caFile = join(folder, 'ca.pem')
    const trusting = { PICTABLE_CA_FILE: caFile }
    const isEncrypted = (config: Config) =>
      visitDatabase(config, (kysely) => rowsOf(kysely, 'select ssl from pg_stat_ssl where pid = pg_backend_pid()', []))
    for (const mode of ['require', 'verify-ca', 'verify-full'])
      expect(await isEncrypted(configOf(url(`sslmode=${mode}`), trusting))).toEqual([{ ssl: true }])
    expect(await isEncrypted(configOf(url(`sslmode=verify-full&sslrootcert=${caFile}`)))).toEqual([{ ssl: true }])
    expect(await isEncrypted(configOf(url('sslmode=no-verify')))).toEqual([{ ssl: true }])
    expect(await isEncrypted(configOf(url('')))).toEqual([{ ssl: false }])
    await expect(isEncrypted(configOf(url('sslmode=require')))).rejects.toThrow(/certificate.* PICTABLE_CA_FILE/)
    await expect(isEncrypted(configOf(url('sslmode=require', '127.0.0.1'), trusting))).rejects.toThrow(
      /Use the host name of its certificate/,
    )
    const database = await openDatabase(configOf(url('sslmode=require'), trusting))
    try {
      const heard = Promise.withResolvers<string>()
      await database.listen('spoken', heard.resolve)
      await rowsOf(database.kysely, `select pg_notify('spoken', 'over TLS')`, [])
      expect(await heard.promise).toBe('over TLS')
    } finally {
      await database.close()
    }
    await new Promise(setImmediate)
    process.off('warning', keep)
    expect(warnings).toEqual([])
  })
})
