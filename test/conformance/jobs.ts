import { AppError } from '@pictable/server/core/errors.ts'
import type { Jobs as JobData, JobHandlers } from '@pictable/server/core/ports/queue.ts'
import { joinChunks, sendChunks } from '@pictable/server/core/run/chunks-of.ts'
import { createData } from '@pictable/server/database/data/data.ts'
import type { Database } from '@pictable/server/database/database.ts'
import { rowsOf } from '@pictable/server/database/statement.ts'
import { createJobs, type DeadJob, type Jobs, type StartOptions } from '@pictable/server/jobs/jobs.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

export const silentLog = { warn() {}, error() {} }

/** Jobs as they arrive, to be waited for. */
export function createInbox<Item>() {
  const items: Item[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    items,
    add(item: Item) {
      items.push(item)
      for (const { count, resolve } of waiting) if (items.length >= count) resolve()
    },
    until: (count: number) =>
      new Promise<void>((resolve) => {
        if (items.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
  }
}

const noDead: StartOptions = { onDead: async () => {} }

/** Handlers that do nothing, but for the one given. */
export function handlersWith(handlers: Partial<JobHandlers>): JobHandlers {
  const nothing = async () => {}
  return {
    'plan-run': nothing,
    'process-chunk': nothing,
    'render-batch': nothing,
    'import-file': nothing,
    'tend-trigger': nothing,
    'find-deleted': nothing,
    ...handlers,
  }
}

/** `describeJobs()` proves that jobs are done, all of them, whatever happens. `open` gives an empty database. */
export function describeJobs(name: string, open: () => Promise<{ database: Database; close(): Promise<void> }>): void {
  describe(`jobs on ${name}`, () => {
    let database: Database
    let close = async () => {}
    let jobs: Jobs
    const started: Jobs[] = []
    beforeAll(async () => {
      const opened = await open()
      database = opened.database
      close = opened.close
    })
    afterAll(() => close())
    /** As another process would, or this one after a restart. */
    const createMore = async () => {
      const more = await createJobs({ database, log: silentLog })
      started.push(more)
      return more
    }
    beforeEach(async () => {
      jobs = await createMore()
      await rowsOf(database.kysely, `delete from pgboss.job where name <> $1`, [''])
    })
    afterEach(async () => {
      for (const more of started.splice(0)) await more.stop({ withinMs: 100 })
    })
    const states = async () => {
      const text = 'select state from pgboss.job where name <> $1 order by state'
      return (await rowsOf<{ state: string }>(database.kysely, text, [''])).map(({ state }) => state)
    }

    test('every committed job is done once, none of a transaction that failed', async () => {
      const inbox = createInbox<JobData['process-chunk']>()
      const data = createData({ database, queueFor: jobs.queueFor })
      const chunks = Array.from({ length: 60 }, (_, fromN) => ({ runId: 'run_1', fromN, toN: fromN + 1 }))
      await jobs.start(handlersWith({ 'process-chunk': async (job) => inbox.add(job) }), noDead)
      const failing = data.transaction(async (transaction) => {
        await transaction.queue.send('process-chunk', [{ runId: 'run_lost', fromN: 0, toN: 1 }])
        throw new Error('rolled back')
      })
      await expect(failing).rejects.toThrow('rolled back')
      await data.transaction((transaction) => transaction.queue.send('process-chunk', chunks))
      await inbox.until(60)
      await jobs.stop()
      expect(inbox.items.toSorted((one, other) => one.fromN - other.fromN)).toEqual(chunks)
      expect(new Set(await states())).toEqual(new Set(['completed']))
    })

    test('jobs taken together are each done, also those whose company failed', async () => {
      const done = createInbox<number>()
      const chunks = Array.from({ length: 60 }, (_, fromN) => ({ runId: 'run_1', fromN, toN: fromN + 1 }))
      const joined: number[] = []
      const failed = new Set<number>()
      const work: JobHandlers['process-chunk'] = async ({ fromN, toN }) => {
        if (toN - fromN > 1 && failed.size < 3 && !failed.has(fromN)) {
          failed.add(fromN)
          throw new AppError('source_unavailable', 'The table does not answer')
        }
        for (let n = fromN; n < toN; n++) if (!done.items.includes(n)) done.add(n)
      }
      await jobs.queue.send('process-chunk', chunks)
      await jobs.start(handlersWith({ 'process-chunk': work }), {
        ...noDead,
        join: {
          'process-chunk': (some) => {
            joined.push(some.length)
            return joinChunks(some)
          },
        },
      })
      await done.until(60)
      await jobs.stop()
      expect(done.items.toSorted((one, other) => one - other)).toEqual(chunks.map(({ fromN }) => fromN))
      expect(Math.max(...joined)).toBeLessThanOrEqual(10)
    })

    test('a short run does not wait for all of a long one', async () => {
      const inbox = createInbox<string>()
      const goOn = Promise.withResolvers<void>()
      const work = async ({ runId }: { runId: string }) => {
        inbox.add(runId)
        await goOn.promise
      }
      await jobs.start(handlersWith({ 'process-chunk': work }), { ...noDead, concurrency: { 'process-chunk': 1 } })
      const data = createData({ database, queueFor: jobs.queueFor })
      // As its records are listed, page after page.
      for (const fromN of [0, 1000, 2000]) await sendChunks(data, 'run_long', { fromN, toN: fromN + 1000 })
      await inbox.until(1)
      await sendChunks(data, 'run_short', { fromN: 0, toN: 3 })
      goOn.resolve()
      await inbox.until(31)
      expect(inbox.items.indexOf('run_short')).toBe(1)
    })

    test('works as many at once as it is told', async () => {
      const inbox = createInbox<string>()
      const gate = Promise.withResolvers<void>()
      const handlers = handlersWith({
        'plan-run': async ({ runId }) => {
          inbox.add(runId)
          await gate.promise
        },
      })
      await jobs.start(handlers, { ...noDead, concurrency: { 'plan-run': 3 } })
      await jobs.queue.send(
        'plan-run',
        ['a', 'b', 'c', 'd'].map((runId) => ({ runId })),
      )
      await inbox.until(3)
      expect(await states()).toEqual(['created', 'active', 'active', 'active'])
      gate.resolve()
      await inbox.until(4)
      expect(inbox.items.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    })

    test('what waits for longer than any try does is due at the start: a clock was ahead', async () => {
      await jobs.queue.send('plan-run', [{ runId: 'run_ahead' }], { startAfter: new Date(Date.now() + 3_600_000) })
      const inbox = createInbox<string>()
      await jobs.start(handlersWith({ 'plan-run': async ({ runId }) => inbox.add(runId) }), noDead)
      await inbox.until(1)
      expect(inbox.items).toEqual(['run_ahead'])
    })

    test('a job that failed is tried again', async () => {
      const inbox = createInbox<string>()
      const handlers = handlersWith({
        'plan-run': async ({ runId }) => {
          inbox.add(runId)
          if (inbox.items.length === 1) throw new AppError('source_unavailable', 'The table does not answer')
        },
      })
      await jobs.start(handlers, noDead)
      await jobs.queue.send('plan-run', [{ runId: 'run_again' }])
      await inbox.until(2)
      expect(inbox.items).toEqual(['run_again', 'run_again'])
    })

    test('one odd error is not the end of a job that outages have held up for long', async () => {
      const ends = createInbox<string>()
      await jobs.queue.send('plan-run', [{ runId: 'run_held_up' }])
      await rowsOf(database.kysely, `update pgboss.job set retry_count = 100 where name = $1`, ['plan-run'])
      let tries = 0
      const planRun = async () => {
        tries += 1
        if (tries === 1) throw new Error('odd')
        ends.add('done')
      }
      const onDead = async () => ends.add('dead')
      await jobs.start(handlersWith({ 'plan-run': planRun }), { onDead, lookEveryMs: 100 })
      await ends.until(1)
      expect(ends.items).toEqual(['done'])
    })

    test('a job that becomes due before the next look is done on time', async () => {
      const done = createInbox<string>()
      const startAfter = new Date(Date.now() + 1500)
      await jobs.queue.send('plan-run', [{ runId: 'run_soon' }], { startAfter })
      const handlers = handlersWith({ 'plan-run': async ({ runId }) => done.add(runId) })
      // There is one look within the time of the test, and workers look by themselves after half a minute.
      await jobs.start(handlers, { ...noDead, lookEveryMs: 600_000 })
      await done.until(1)
      const lateMs = Date.now() - startAfter.getTime()
      expect(lateMs).toBeGreaterThanOrEqual(0)
      expect(lateMs).toBeLessThan(20_000)
    })

    test('a job that failed too often is reported with its reason, until somebody has taken notice', async () => {
      const dead = createInbox<DeadJob>()
      const handlers = handlersWith({
        'plan-run': async () => {
          throw new Error('a bug')
        },
      })
      await jobs.queue.send('plan-run', [{ runId: 'run_dead' }])
      // As if it had failed so often before.
      await rowsOf(database.kysely, `update pgboss.job set output = '{"bugs":5}' where name = $1`, ['plan-run'])
      await jobs.start(handlers, {
        onDead: async (job) => {
          dead.add(job)
          if (dead.items.length === 1) throw new AppError('unavailable', 'The database does not answer')
        },
      })
      await dead.until(2)
      const report = { name: 'plan-run', data: { runId: 'run_dead' }, reason: 'a bug' }
      expect(dead.items).toEqual([report, report])
    })

    test('stop() hands back what does not end, and it is done elsewhere', async () => {
      const taken = createInbox<string>()
      const done = createInbox<string>()
      const handlers = handlersWith({
        'plan-run': (_job, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
        'process-chunk': () => new Promise(() => {}),
      })
      const plan: JobHandlers['plan-run'] = handlers['plan-run']
      const chunk: JobHandlers['process-chunk'] = handlers['process-chunk']
      await jobs.start(
        handlersWith({
          'plan-run': (job, signal) => {
            taken.add(job.runId)
            return plan(job, signal)
          },
          'process-chunk': (job, signal) => {
            taken.add(job.runId)
            return chunk(job, signal)
          },
        }),
        noDead,
      )
      await jobs.queue.send('plan-run', [{ runId: 'listens' }])
      await jobs.queue.send('process-chunk', [{ runId: 'deaf', fromN: 0, toN: 1 }])
      await taken.until(2)
      await jobs.stop({ withinMs: 200 })
      expect(await states()).toEqual(['created', 'created'])
      const other = await createMore()
      await other.start(
        handlersWith({
          'plan-run': async ({ runId }) => done.add(runId),
          'process-chunk': async ({ runId }) => done.add(runId),
        }),
        noDead,
      )
      await done.until(2)
      expect(done.items.toSorted()).toEqual(['deaf', 'listens'])
    })

    test('active runs that no job would move are recovered at the start', async () => {
      const recovered = createInbox<string>()
      const at = new Date('2026-03-01T12:00:00Z')
      const times = { revision: 1, createdAt: at, updatedAt: at }
      const data = createData({ database, queueFor: jobs.queueFor })
      await data.connections.insert({
        id: 'con_1',
        name: 'c',
        source: 'table',
        settings: {},
        sealedSettings: null,
        lastTest: null,
        ...times,
      })
      await data.templates.insert({
        id: 'tpl_1',
        name: 't',
        latestVersion: 1,
        publishedVersion: 1,
        width: 9,
        height: 6,
        sample: {},
        previewSource: null,
        ...times,
      })
      for (const [number, state] of ['active', 'active', 'completed'].entries()) {
        const action = `insert into actions select $1, 'a', 'con_1', 'b', 't', 'T', null, null, 'tpl_1', '{}', '{"formats":[]}', null, 1, now(), now()`
        await rowsOf(database.kysely, action, [`act_${number}`])
        const run = `insert into runs (id, action_id, state, force, total, rendered, skipped, failed, cancelled, written_back, created_at)
          values ($1, $2, $3, false, 0, 0, 0, 0, 0, 0, now())`
        await rowsOf(database.kysely, run, [`run_${number}`, `act_${number}`, state])
      }
      await jobs.queue.send('plan-run', [{ runId: 'run_1' }])
      await jobs.start(handlersWith({ 'plan-run': () => new Promise(() => {}) }), {
        ...noDead,
        recover: { run: async (id) => recovered.add(id), batch: async () => {}, import: async () => {} },
      })
      await recovered.until(1)
      expect(recovered.items).toEqual(['run_0'])
    })
  })
}
