import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkWrites } from '#database/check-writes.ts'
import type { Executor } from '#database/database.ts'
import { schemaState } from '#database/migrate.ts'
import { rowOf, rowsOf } from '#database/statement.ts'
import type { Config } from '#server/settings/config.ts'
import { visitDatabase } from '#server/start/open-database.ts'
import { secretKeyId } from '#server/start/secret-key-id.ts'
import { type Check, type Finding, failed, ok, timed, warning } from './check.ts'

const slowMs = 20
const skewedMs = 2000
/** Pool and listener of one process. */
const connectionsOfProcess = 15

interface Facts {
  version: string
  nowMs: number
  mayCreate: boolean
  hasSettings: boolean
  most: number
}

const facts = `
select current_setting('server_version') as version, extract(epoch from clock_timestamp())::float8 * 1000 as now_ms,
  has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as may_create,
  to_regclass('settings') is not null as has_settings,
  current_setting('max_connections')::int as most`

/** As the first start writes, and nothing of it stays. */
const makeNothing = 'do $$ begin create table pictable_doctor (); drop table pictable_doctor; end $$'

async function serverFinding(kysely: Executor): Promise<Finding> {
  const found = await rowOf<Facts>(kysely, facts, [])
  if (found === null) return failed('It is unreachable.', 'Check PICTABLE_DATABASE_URL.')
  const skewMs = Math.abs(found.nowMs - Date.now())
  const latencies: number[] = []
  for (let count = 0; count < 5; count++) latencies.push(await timed(() => rowOf(kysely, 'select 1 as one', [])))
  const latencyMs = latencies.sort((one, other) => one - other)[2] ?? 0
  const detail = `PostgreSQL ${found.version}, responds in ${latencyMs.toFixed(1)} ms, up to ${found.most} connections`
  if (!found.mayCreate)
    return failed(`${detail}; its user cannot create tables`, 'grant create on database … and on schema public to it.')
  await (found.hasSettings ? checkWrites(kysely) : rowsOf(kysely, makeNothing, []))
  if (skewMs > skewedMs)
    return warning(
      `${detail}; its clock differs from the clock of this machine by ${(skewMs / 1000).toFixed(1)} s`,
      'Synchronize both machines with NTP. Pictable uses the clock of the database, but S3 rejects requests that are signed at another time.',
    )
  if (latencyMs > slowMs)
    return warning(
      `${detail}, which is slow`,
      'Run Pictable near its database: every record takes several round trips.',
    )
  if (found.most < 2 * connectionsOfProcess)
    return warning(detail, `A process takes up to ${connectionsOfProcess} connections: raise max_connections.`)
  return ok(detail)
}

async function schemaFinding(kysely: Executor, config: Config): Promise<Finding> {
  const { done, pending, newer } = await schemaState(kysely)
  const known = done.length === 0 ? null : await sealedUnder(kysely)
  if (known !== null && known !== secretKeyId(config))
    return failed(
      'The secrets in the database are encrypted with another secret key than that of this machine.',
      'Set PICTABLE_SECRET_KEY to that key, or copy its secret.key into the data folder.',
    )
  if (newer.length > 0) return ok(`${newer.length} migrations of a newer release, which this one is compatible with`)
  return ok(pending.length === 0 ? 'up to date' : `${pending.length} migrations run at the next start`)
}

async function sealedUnder(kysely: Executor): Promise<string | null> {
  const text = `select value #>> '{}' as id from settings where name = 'secret_key_id'`
  return (await rowOf<{ id: string }>(kysely, text, []))?.id ?? null
}

/** An embedded one that is not there yet is made at the first start, not here. */
function isToCome({ PICTABLE_DATABASE_URL: url, PICTABLE_DATA_DIR: dataDir }: Config): boolean {
  return url === undefined && !existsSync(join(dataDir, 'database'))
}

export const databaseChecks: readonly Check[] = [
  {
    name: 'database',
    async look(config) {
      if (isToCome(config)) return ok('embedded, created at the first start')
      if (config.PICTABLE_DATABASE_URL !== undefined) return visitDatabase(config, serverFinding)
      return ok('embedded')
    },
  },
  {
    name: 'schema and secret key',
    after: 'database',
    async look(config) {
      if (isToCome(config)) return ok('created at the first start')
      return visitDatabase(config, (kysely) => schemaFinding(kysely, config))
    },
  },
]
