import { readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { makeDataDirectory } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocksIn, stepsIn } from '#test/guides/blocks.ts'
import { newcomersPath, runSteps } from '#test/guides/run-steps.ts'
import { needs } from '#test/needs.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { freePort } from '#test/server-process.ts'

const postgres = needs('postgresql')
const root = join(import.meta.dirname, '..', '..')

describe.skipIf(!postgres.found)('the commands that need a PostgreSQL, of', () => {
  const path = postgres.found ? postgres.path : ''
  const dataDir = makeDataDirectory('pictable-guides-postgres-')
  let cluster: PostgresCluster
  let socketFolder: string
  const urlOf = (database: string) =>
    `postgres://pictable@localhost/${database}?host=${encodeURIComponent(socketFolder)}`

  async function ask(text: string, url = urlOf('pictable')): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(text).finally(() => client.end())
    return rows
  }

  const stepsOf = (page: string, fill: (text: string) => string) =>
    stepsIn(blocksIn(fill(readFileSync(join(root, 'docs/guides', page), 'utf8'))), 'postgres')

  beforeAll(async () => {
    cluster = await startPostgresCluster(path)
    const admin = await cluster.createDatabase()
    socketFolder = new URL(admin).searchParams.get('host') ?? ''
    for (const statement of [
      'ROLE pictable LOGIN',
      'DATABASE pictable OWNER pictable',
      'DATABASE moved OWNER pictable',
    ])
      await ask(`CREATE ${statement}`, admin)
  })

  afterAll(async () => {
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const tables = "SELECT count(*)::int AS count FROM pg_tables WHERE schemaname NOT LIKE 'pg_%'"
  const environment = {
    PATH: [path, newcomersPath].join(delimiter),
    PICTABLE_DATA_DIR: dataDir,
    PICTABLE_RENDER_PROCESSES: '1',
    PICTABLE_SEED_SAMPLE: 'false',
  }

  test('many-machines.md, then of backup.md, do what they tell', async () => {
    const ports = [await freePort(), await freePort(), await freePort()]
    const shared = `PICTABLE_DATABASE_URL='${urlOf('pictable')}' PICTABLE_PUBLIC_URL=http://127.0.0.1:${ports[0]}`
    const serve = () => `env ${shared} PICTABLE_PORT=${ports.pop()} npx pictable serve`
    const processes = stepsOf('many-machines.md', (text) =>
      text.replace(/npx pictable serve/g, serve).replace('postgres://…', `'${urlOf('moved')}'`),
    )
    expect(processes).toHaveLength(4)
    expect(await runSteps(processes, environment)).toEqual([])
    const look = async () => [await ask('SELECT count(*)::int AS count FROM api_keys'), await ask(tables)]
    const before = await look()
    expect(before).toEqual([[{ count: 1 }], [{ count: expect.toSatisfy((count: number) => count > 20) }]])

    const backup = stepsOf('backup.md', (text) => text.replaceAll('db.internal', socketFolder))
    expect(backup).toHaveLength(2)
    expect(await runSteps(backup, { ...environment, PICTABLE_DATABASE_URL: urlOf('pictable') })).toEqual([])
    expect(await look()).toEqual(before)
  })
})
