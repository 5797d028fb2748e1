import { setTimeout } from 'node:timers/promises'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { expect, test } from 'vitest'
import { startPostgres } from '#test/chaos/postgres.ts'
import { needs } from '#test/needs.ts'

const postgresql = needs('postgresql')
/** Longer than the driver keeps a connection by itself. */
const AT_REST_MS = 11_000
const sessions = `select pg_backend_pid() as pid, pg_sleep(0.1)`

test.skipIf(!postgresql.found)('connections are kept while the server is at rest', async () => {
  if (!postgresql.found) return
  await using closing = new AsyncDisposableStack()
  const { cluster, url } = await startPostgres(postgresql.path)
  closing.defer(cluster.stop)
  const database = await openPostgres({ url })
  closing.defer(database.close)
  const used = async () => {
    const asked = await Promise.all(
      Array.from({ length: 3 }, () => rowsOf<{ pid: number }>(database.kysely, sessions, [])),
    )
    return asked.map(([row]) => row?.pid).sort()
  }
  const before = await used()
  await setTimeout(AT_REST_MS)
  expect(await used()).toEqual(before)
})
