import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createClient } from '@pictable/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksIn, stepsIn } from '#test/guides/blocks.ts'
import { needs } from '#test/needs.ts'
import { processOwner } from '#test/postgres-cluster.ts'
import { freePort, type ServerProcess, startServerProcess } from '#test/server-process.ts'

const postgresql = needs('postgresql')
const root = join(import.meta.dirname, '..', '..')
const guide = readFileSync(join(root, 'docs/guides/point-in-time-recovery.md'), 'utf8')
const [places = '', archive = '', baseBackup = '', time = '', restore = ''] = stepsIn(blocksIn(guide)).map(
  ({ command }) => command.code,
)

describe.skipIf(!postgresql.found)('docs/guides/point-in-time-recovery.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pictable-recovery-'))
  const [data, backups] = [join(folder, 'data'), join(folder, 'backups')]
  const path = postgresql.found ? postgresql.path : ''
  const user = processOwner()
  const adminKey = 'the-operators-key-of-this-test'

  /** As the user of PostgreSQL does it, in a shell that has the places of the page. @returns what it printed */
  function bash(commands: string): string {
    const env = { PATH: [path, process.env.PATH].join(delimiter), PGHOST: folder, PGUSER: 'postgres' }
    const own = places.replace('/var/lib/postgresql/17/main', data).replace('/mnt/backups', backups)
    return execFileSync('bash', ['-euo', 'pipefail', '-c', `${own}\n${commands}`], {
      ...user,
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 60_000,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  }

  async function withServer(work: (client: ReturnType<typeof createClient>) => Promise<void>): Promise<void> {
    const server: ServerProcess = await startServerProcess({
      PICTABLE_PORT: String(await freePort()),
      PICTABLE_DATA_DIR: join(folder, 'pictable'),
      PICTABLE_DATABASE_URL: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
      PICTABLE_PUBLIC_URL: 'http://127.0.0.1:4400',
      PICTABLE_ADMIN_KEY: adminKey,
      PICTABLE_SEED_SAMPLE: 'false',
      PICTABLE_RENDER_PROCESSES: '1',
    })
    try {
      await work(createClient({ baseUrl: server.url, apiKey: adminKey }))
    } finally {
      await server.end('SIGTERM')
    }
  }

  beforeAll(() => {
    for (const path of [backups, join(folder, 'pictable')]) mkdirSync(path)
    if (user) for (const path of [folder, backups]) chownSync(path, user.uid, user.gid)
    bash('initdb --username=postgres --locale=C.UTF-8 --auth=trust --no-sync > /dev/null')
    appendFileSync(
      join(data, 'postgresql.conf'),
      `unix_socket_directories = '${folder}'\nlisten_addresses = ''\nfsync = off\n`,
    )
    bash('pg_ctl start --wait --log="$BACKUPS/postgresql.log" > /dev/null')
  })

  afterAll(() => {
    bash('pg_ctl stop --wait --mode=immediate > /dev/null || true')
    rmSync(folder, { recursive: true, force: true })
  })

  test('brings back what was deleted after the time to restore, and nothing later', async () => {
    bash(`${archive} > /dev/null`)
    let tableId = ''
    await withServer(async (client) => {
      const fields = [{ name: 'Name', kind: 'text' as const }]
      tableId = (await client.tables.create({ body: { name: 'Products', fields } })).id
      await client.tables.addRows({ params: { id: tableId }, body: { rows: [{ Name: 'Teapot' }] } })
      bash(baseBackup)
      await client.tables.addRows({ params: { id: tableId }, body: { rows: [{ Name: 'Cup' }] } })
    })
    const [now = ''] = bash('psql --dbname=postgres --tuples-only --no-align --command="select now()"').split('\n')
    await withServer(async (client) => {
      await client.tables.create({ body: { name: 'Later', fields: [{ name: 'Name', kind: 'text' }] } })
      await client.tables.delete({ params: { id: tableId } })
    })

    bash(`{ ${time.replace(/'.*'/, `'${now}'`)}\n${restore} } > /dev/null`)

    await withServer(async (client) => {
      expect((await client.tables.list({})).results.map(({ name }) => name)).toEqual(['Products'])
      const { results } = await client.tables.rows({ params: { id: tableId } })
      expect(results.map(({ fields }) => Object.values(fields))).toEqual([['Teapot'], ['Cup']])
    })
  })
})
