import { createData } from '@pictable/server/database/data/data.ts'
import { type Executor, inTransaction, type PostgresDatabase } from '@pictable/server/database/database.ts'
import { openClock } from '@pictable/server/database/database-clock.ts'
import { openPostgres } from '@pictable/server/database/open-postgres.ts'
import { openPrepared } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { createJobs } from '@pictable/server/jobs/jobs.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { needs } from '#test/needs.ts'
import { type PostgresCluster, startPostgresCluster } from '#test/postgres-cluster.ts'
import { createInbox, describeJobs, handlersWith, silentLog } from './jobs.ts'

const noDead = { onDead: async () => {} }

describeJobs('the embedded database', async () => {
  const database = await openPrepared()
  return { database, close: () => database.close() }
})

describe('jobs of an embedded database that was left by a process that died', () => {
  test('go on at once', async () => {
    const database = await openPrepared()
    const jobs = await createJobs({ database, log: silentLog })
    await jobs.queue.send('plan-run', [{ runId: 'run_orphan' }])
    const text = `update pgboss.job set state = 'active', started_on = now() where name = $1`
    await rowsOf(database.kysely, text, ['plan-run'])
    const inbox = createInbox<string>()
    await jobs.start(handlersWith({ 'plan-run': async ({ runId }) => inbox.add(runId) }), noDead)
    await inbox.until(1)
    expect(inbox.items).toEqual(['run_orphan'])
    await jobs.stop()
    await database.close()
  })
})

describe('jobs of an embedded database whose end cannot be written', () => {
  test('are done again once it can', async () => {
    const database = await openPrepared()
    const jobs = await createJobs({ database, log: silentLog })
    const inbox = createInbox<string>()
    const write = (allowed: boolean) => rowsOf(database.kysely, `set default_transaction_read_only = ${!allowed}`, [])
    const work = async ({ runId }: { runId: string }) => {
      inbox.add(runId)
      if (inbox.items.length === 1) await write(false)
    }
    await jobs.start(handlersWith({ 'plan-run': work }), { ...noDead, lookEveryMs: 20 })
    await jobs.queue.send('plan-run', [{ runId: 'run_lost' }])
    await inbox.until(1)
    const isActive = `select 1 from pgboss.job where name = 'plan-run' and state = 'active'`
    for (let look = 0; look < 50; look++) {
      expect(await rowsOf(database.kysely, isActive, [])).toHaveLength(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    await write(true)
    await inbox.until(2)
    expect(inbox.items).toEqual(['run_lost', 'run_lost'])
    await jobs.stop()
    await database.close()
  })
})

const postgresql = needs('postgresql')

describe.runIf(postgresql.found)('with PostgreSQL', () => {
  let cluster: PostgresCluster
  beforeAll(async () => {
    if (postgresql.found) cluster = await startPostgresCluster(postgresql.path)
  })
  afterAll(() => cluster.stop())

  describeJobs('PostgreSQL', async () => {
    const database = await openPostgres({ url: await cluster.createDatabase() })
    return { database, close: () => database.close() }
  })

  test('processes that start together on an empty database share its jobs', async () => {
    const url = await cluster.createDatabase()
    const inbox = createInbox<number>()
    const processes = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const database = await openPostgres({ url })
        const jobs = await createJobs({ database, log: silentLog })
        await jobs.start(handlersWith({ 'process-chunk': async ({ fromN }) => inbox.add(fromN) }), noDead)
        return { database, jobs }
      }),
    )
    const chunks = Array.from({ length: 100 }, (_, fromN) => ({ runId: 'run_1', fromN, toN: fromN + 1 }))
    await processes[0]?.jobs.queue.send('process-chunk', chunks)
    await inbox.until(100)
    for (const { jobs, database } of processes) {
      await jobs.stop()
      await database.close()
    }
    expect(inbox.items.toSorted((one, other) => one - other)).toEqual(chunks.map(({ fromN }) => fromN))
  })

  test('a job whose worker fell silent, or told of itself by a clock that was ahead, is done by another one', async () => {
    const database = await openPostgres({ url: await cluster.createDatabase() })
    const jobs = await createJobs({ database, log: silentLog })
    const inbox = createInbox<string>()
    await jobs.start(handlersWith({ 'plan-run': async ({ runId }) => inbox.add(runId) }), {
      ...noDead,
      lookEveryMs: 20,
    })
    const silent = `insert into pgboss.job (name, data, state, started_on, heartbeat_on, heartbeat_seconds, retry_limit, expire_seconds)
      values ('plan-run', $1, 'active', now(), now() + $2::interval, 10, 65, 3600)`
    await rowsOf(database.kysely, silent, ['{"runId":"run_ahead"}', '1 hour'])
    await rowsOf(database.kysely, silent, ['{"runId":"run_silent"}', '-6 seconds'])
    await inbox.until(2)
    expect(inbox.items.toSorted()).toEqual(['run_ahead', 'run_silent'])
    await jobs.stop()
    await database.close()
  })

  test('the clock of the database is the one of all its processes', async () => {
    const database = await openPostgres({ url: await cluster.createDatabase() })
    vi.useFakeTimers({ toFake: ['Date'], now: 0 })
    const clock = await openClock(database)
    vi.useRealTimers()
    // It may be off by the time that the first answer took.
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(30_000)
    clock.close()
    await database.close()
  })

  describe('of a deadlock', () => {
    let database: PostgresDatabase
    beforeAll(async () => {
      database = await openPostgres({ url: await cluster.createDatabase() })
      await run('create table pairs (n int, value int)')
    })
    beforeEach(() => run('truncate pairs; insert into pairs values (1, 0), (2, 0)'))
    afterAll(() => database.close())

    const run = (text: string, executor: Executor = database.kysely) => rowsOf(executor, text, [])
    const values = () => run('select value from pairs order by n')
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const untilWaiting = (count: number) => expect.poll(() => run(waiting)).toHaveLength(count)
    const addTo = (n: number) => `update pairs set value = value + 1 where n = ${n}`
    /** PostgreSQL cancels whoever looks for a deadlock: this transaction never does. */
    const neverLook = `set_config('deadlock_timeout', '1h', true)`

    test('the statement that PostgreSQL cancels is retried', async () => {
      const other = await database.kysely.startTransaction().execute()
      const gate = await database.kysely.startTransaction().execute()
      await run(`select ${neverLook}`, other)
      await run(addTo(2), other)
      await run('select pg_advisory_xact_lock(1)', gate)
      const both = run(`with first as (${addTo(1)} returning n),
        gate as (select pg_advisory_xact_lock(1) from first)
        update pairs p set value = value + 1 from gate where p.n = 2`)
      await untilWaiting(1)
      const last = run(addTo(1), other)
      await untilWaiting(2)
      await gate.commit().execute()
      await last
      await other.commit().execute()
      await both
      expect(await values()).toEqual([{ value: 2 }, { value: 2 }])
    })

    test('the transaction that PostgreSQL cancels is retried', async () => {
      let attempts = 0
      let both: Promise<unknown> = Promise.resolve()
      await inTransaction(database.kysely, async (inside) => {
        attempts += 1
        // Two statements that ask for the released row at once can meet again.
        await both
        await run(addTo(2), inside)
        if (attempts === 1) {
          both = run(`with never as (select ${neverLook}), first as (${addTo(1)} returning n)
            update pairs p set value = value + 1 from first, never where p.n = 2`)
          await untilWaiting(1)
        }
        await run(addTo(1), inside)
      })
      await both
      expect(attempts).toBe(2)
      expect(await values()).toEqual([{ value: 2 }, { value: 2 }])
    })
  })

  test('a server that crashes ends no process of ours, and jobs go on when it is back', async () => {
    const database = await openPostgres({ url: await cluster.createDatabase() })
    const jobs = await createJobs({ database, log: silentLog })
    const data = createData({ database, queueFor: jobs.queueFor })
    const inbox = createInbox<string>()
    await jobs.start(handlersWith({ 'plan-run': async ({ runId }) => inbox.add(runId) }), noDead)
    const holding = data.transaction(async (transaction) => {
      await transaction.check()
      await cluster.crash()
      await transaction.check()
    })
    await expect(holding).rejects.toMatchObject({ code: 'unavailable' })
    const works = () =>
      data.check().then(
        () => true,
        () => false,
      )
    await expect.poll(works).toBe(true)
    await jobs.queue.send('plan-run', [{ runId: 'run_after' }])
    await inbox.until(1)
    expect(inbox.items).toEqual(['run_after'])
    await jobs.stop()
    await database.close()
  })

  test('openPostgres() says what is wrong with the address, without the password', async () => {
    const url = (await cluster.createDatabase())
      .replace('postgres@', 'postgres:top-secret@')
      .replace('test_', 'missing_')
      .concat('&password=top-secret')
    const opening = openPostgres({ url })
    await expect(opening).rejects.toThrow(/does not exist.*PICTABLE_DATABASE_URL/)
    await expect(opening).rejects.not.toThrow(/top-secret/)
  })
})
