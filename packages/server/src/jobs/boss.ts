import { CompiledQuery } from 'kysely'
import { type ConstructorOptions, fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import type { Database, Executor } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'
import { createPace } from './pace.ts'

/** What became of a job: `again` tries later, `never` gives it to the queue of the dead. A job that was released is nobody's: it ends as `done`, which changes nothing. */
export interface Ending {
  status: 'done' | 'again' | 'never'
  reason?: string
}

export interface TakenJob {
  id: string
  data: unknown
  /** How often it was tried before. */
  tries: number
  /** The worker lost the job: it was slow to answer, and another one has it. */
  signal: AbortSignal
  /** Of a dead job: the queue it died on, and of what. */
  diedOn: string | null
  diedOf: unknown
}

export interface QueuePolicy {
  name: string
  /** Tries after the first one. */
  retries: number
  /** Where jobs go that failed for good. */
  deadLetter?: string
}

/** The job engine, with no more of it than is used. */
export interface Boss {
  createQueue(policy: QueuePolicy): Promise<void>
  send(name: string, jobs: readonly object[], options: { executor: Executor; startAfter?: Date }): Promise<void>
  /** Starts workers, of which one looks by itself so often. They take one job at a time, or up to `most` together while these are quick: all of them end alike. */
  work(
    name: string,
    options: { count: number; most: number; pollSeconds?: number },
    handle: (jobs: readonly TakenJob[]) => Promise<Ending>,
  ): Promise<void>
  /** Makes jobs that nobody works at free again; spends no try. */
  release(name: string, ids: readonly string[]): Promise<void>
  activeIds(name: string): Promise<string[]>
  /** Takes no more jobs. Resolves when those under way have ended. */
  drain(names: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** So long may a worker be silent before another one takes its job; seen at most one check later. */
const HEARTBEAT_S = 10
const HEARTBEAT_CHECK_S = 4
/** Delayed jobs wake nobody: they are seen by the poll of a queue's first worker. */
const POLL_S = 2
const SLOW_POLL_S = 30
const HOUR_S = 3600

/** How many jobs still were its own. */
const touched = z.object({ affected: z.int() })

const statuses = { done: 'completed', again: 'failed', never: 'deadletter' } as const

function optionsFor(database: Database): ConstructorOptions {
  const quiet = {
    schedule: false,
    flowIntervalSeconds: HOUR_S,
    bamIntervalSeconds: HOUR_S,
    maintenanceIntervalSeconds: 300,
  }
  if (database.kind === 'postgres') {
    const watch = { superviseIntervalSeconds: HEARTBEAT_CHECK_S, monitorIntervalSeconds: HEARTBEAT_CHECK_S }
    return { ...quiet, ...watch, connectionString: database.url, max: 4, useListenNotify: true }
  }
  const { kysely, listen } = database
  return {
    ...quiet,
    backend: 'pglite',
    useListenNotify: true,
    monitorVacuum: false,
    reindex: false,
    db: {
      executeSql: (text, values) =>
        kysely.executeQuery<object>(CompiledQuery.raw(text, values)).then(({ rows }) => ({ rows })),
      async listen(channel, onNotification, onReconnect) {
        const stop = await listen(channel, onNotification)
        onReconnect()
        return { close: stop }
      },
    },
  }
}

function taken({ id, data, retryCount, signal, sourceName, sourceOutput }: JobWithMetadata): TakenJob {
  return { id, data, tries: retryCount, signal, diedOn: sourceName, diedOf: sourceOutput }
}

/** Jobs taken beside the one that the engine gave its worker: the engine looks after that one alone. */
interface Company {
  jobs: TakenJob[]
  /** They end as the one did; when it failed, they are anybody's again, and spend no try. */
  end(status: Ending['status']): Promise<void>
}

async function takeCompany(
  boss: PgBoss,
  name: string,
  { count, release }: { count: number; release: Boss['release'] },
): Promise<Company> {
  const jobs = count === 0 ? [] : await boss.fetch<object>(name, { batchSize: count, includeMetadata: true })
  if (jobs.length === 0) return { jobs: [], end: async () => {} }
  const lost = new AbortController()
  const beat = async () => {
    const { affected } = touched.parse(await boss.touch(name, jobs))
    if (affected < jobs.length) lost.abort(new Error('Other workers have taken some of these jobs'))
  }
  // A beat that fails says nothing of the jobs; the next one follows.
  const timer = setInterval(() => beat().catch(() => {}), (HEARTBEAT_S / 2) * 1000)
  return {
    jobs: jobs.map((job) => ({ ...taken(job), signal: lost.signal })),
    async end(status) {
      clearInterval(timer)
      const ids = jobs.map(({ id }) => id)
      if (status === 'done') await boss.complete(name, jobs)
      else if (!lost.signal.aborted) await release(name, ids)
    },
  }
}

/** Opens the job engine on the database; its tables are made or brought up to date. */
export async function openBoss(database: Database, onTrouble: (trouble: unknown) => void): Promise<Boss> {
  const boss = new PgBoss(optionsFor(database))
  boss.on('error', onTrouble)
  boss.on('warning', onTrouble)
  await boss.start()
  const heartbeat = database.kind === 'postgres' ? { heartbeatSeconds: HEARTBEAT_S } : {}
  const release: Boss['release'] = async (name, ids) => {
    if (ids.length === 0) return
    await boss.cancel(name, [...ids])
    await boss.resume(name, [...ids])
  }

  return {
    async createQueue({ name, retries, deadLetter }) {
      const options = {
        ...heartbeat,
        ...(deadLetter === undefined ? {} : { deadLetter }),
        notify: true,
        retryLimit: retries,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: 60,
        expireInSeconds: 23 * HOUR_S,
        deleteAfterSeconds: 60,
      }
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
      // What the engine knows of a queue must be in memory before the first transaction sends to it.
      await boss.insert(name, [])
    },
    async send(name, jobs, { executor, startAfter }) {
      await boss.insert(
        name,
        jobs.map((data) => ({ data, ...(startAfter === undefined ? {} : { startAfter }) })),
        { db: fromKysely(executor) },
      )
    },
    async work(name, { count, most, pollSeconds = POLL_S }, handle) {
      for (let index = 0; index < count; index++) {
        const poll = {
          pollingIntervalSeconds: pollSeconds,
          notifyPollingIntervalSeconds: index === 0 ? pollSeconds : SLOW_POLL_S,
        }
        const pace = createPace(most)
        const started: Promise<string> = boss.work(
          name,
          { ...poll, includeMetadata: true, perJobResults: true },
          async ([job]: JobWithMetadata[]): Promise<JobResult[]> => {
            if (job === undefined) return []
            const company = await takeCompany(boss, name, { count: pace.next() - 1, release })
            const startedMs = performance.now()
            let ending: Ending = { status: 'again' }
            try {
              ending = await handle([taken(job), ...company.jobs])
            } finally {
              await company.end(ending.status)
            }
            const { status, reason } = ending
            if (status === 'done') pace.took(1 + company.jobs.length, performance.now() - startedMs)
            else pace.reset()
            // The worker would sleep for one poll before it looks for the next job.
            boss.notifyWorker(await started)
            return [{ id: job.id, status: statuses[status], ...(reason === undefined ? {} : { output: { reason } }) }]
          },
        )
        await started
      }
    },
    release,
    async activeIds(name) {
      const text = `select id from pgboss.job where name = $1 and state = 'active'`
      return (await rowsOf<{ id: string }>(database.kysely, text, [name])).map(({ id }) => id)
    },
    async drain(names) {
      await Promise.all(names.map((name) => boss.offWork(name)))
    },
    stop: () => boss.stop({ graceful: false }),
  }
}
