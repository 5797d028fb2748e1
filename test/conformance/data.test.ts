import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createData } from '@pictable/server/database/data/data.ts'
import type { Database } from '@pictable/server/database/database.ts'
import { openEmbedded } from '@pictable/server/database/open-embedded.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { openPrepared } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { rowOf } from '@pictable/server/database/statement.ts'
import { createJobs } from '@pictable/server/jobs/jobs.ts'
import { needs } from '#test/needs.ts'
import { startPostgresCluster } from '#test/postgres-cluster.ts'
import { describeData, type OpenData } from './data.ts'

const tablesOfRecords = ['outputs', 'more_outputs', 'images', 'exceptions', 'record_keys', 'run_records']

const log = { warn() {}, error() {} }

async function openData(database: Database, clean: () => Promise<void> | void): Promise<OpenData> {
  const jobs = await createJobs({ database, log })
  return {
    data: createData({ database, queueFor: jobs.queueFor }),
    async countJobs() {
      const text = 'select count(*)::int as count from pgboss.job where name <> $1'
      const row = await rowOf<{ count: number }>(database.kysely, text, ['dead'])
      return row?.count ?? 0
    },
    async rowVersions() {
      const versions: Record<string, string> = {}
      for (const table of tablesOfRecords) {
        const text = `select coalesce(md5(string_agg(ctid || ' ' || xmin, ' ' order by ctid)), '') as version from ${table}`
        versions[table] = (await rowOf<{ version: string }>(database.kysely, text, []))?.version ?? ''
      }
      return versions
    },
    async close() {
      await jobs.stop()
      await database.close()
      await clean()
    },
  }
}

describeData('memory', async () => openData(await openPrepared(), () => {}))

describeData('a directory', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pictable-data-'))
  return openData(await openEmbedded({ dataDir }), () => rmSync(dataDir, { recursive: true }))
})

const postgresql = needs('postgresql')
if (postgresql.found) {
  describeData('PostgreSQL', async () => {
    const cluster = await startPostgresCluster(postgresql.path)
    return openData(await openPostgres({ url: await cluster.createDatabase() }), cluster.stop)
  })
}
