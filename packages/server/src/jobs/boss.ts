import { type ConstructorOptions, fromKysely, type JobResult, type JobWithMetadata, PgBoss, systemClock } from 'pg-boss'
import { z } from 'zod'
import { type LoopWorld, startLoop } from '#core/loop.ts'
import type { SendOptions } from '#core/ports/queue.ts'
import type { Database, Executor } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'
import { createPace } from './pace.ts'

/** What became of a job: `again` tries later, `never` gives it to the queue of the dead. A job that was released is nobody's: it ends as `done`, which changes nothing. */
export interface Ending {
  status: 'done' | 'again' | 'never'
  reason?: string
  /** As of `TakenJob`, with this try. */
  bugs?: number
}

export interface TakenJob {
  id: string
  data: unknown
  /** How often it was taken before; to be released counts too. */
  tries: number
  /** How many of these failed of what is not known to pass. */
  bugs: number
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
  send(name: string, jobs: readonly object[], options: SendOptions & { executor: Executor }): Promise<void>
  /** Starts workers, which are woken by what is sent to be done at once, and by `look()`. They take one job at a time, or up to `most` together while these are quick: all of them end alike. */
  work(
    name: string,
    options: { count: number; most: number },
    handle: (jobs: readonly TakenJob[]) => Promise<Ending>,
  ): Promise<void>
  /** Makes jobs that nobody works at free again. Whoever had one cannot end it any more once it is taken anew. */
  release(name: string, ids: readonly string[]): Promise<void>
  activeIds(name: string): Promise<string[]>
  /** Makes jobs due that were given a later time than any try waits for: a clock was ahead then. */
  recall(names: readonly string[]): Promise<void>
  /**
   * Wakes the workers of this process where a job is due, and where one becomes due before the next look: nothing else tells
   * them.
   * @returns active jobs, by queue, that no process has told to be at work on for a while; on an embedded database all that are active
   */
  look(names: readonly string[], nextInMs: number): Promise<Map<string, string[]>>
  /** Takes no more jobs. Resolves when those under way have ended. */
  drain(names: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** So often a worker tells that it is at its job. One that did not for so long is looked at twice before others take its job. */
const BEAT_S = 2
const SILENT_S = 5
/** Only jobs with a term of the engine's own are told of at all. This is its shortest; it is not waited for. */
const HEARTBEAT_S = 10
/** Workers look by themselves in case that nobody wakes them, although `look()` does for every job that is due. */
const POLL_S = 300
/** What comes back after an outage, however long it was, finds its jobs under way again soon. */
const RETRY_WITHIN_S = 5
const HOUR_S = 3600

/** How many jobs still were its own. */
const touched = z.object({ affected: z.int() })

/** How many future jobs of a queue wake its workers on time. */
const WAKINGS = 20

/**
 * Queues in which jobs are due, or will be before the next look: after how many milliseconds, without an id; and active jobs
 * that are silent. A heartbeat at a time that is yet to come is of a clock that was ahead.
 */
const toLookAt = `
select q.name, null as id, 0 as due_in_ms from unnest($1::text[]) as q (name) where exists (
  select 1 from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
)
union all
select q.name, null, ceil(extract(epoch from next.start_after - now()) * 1000)::int
from unnest($1::text[]) as q (name) cross join lateral (
  select j.start_after from pgboss.job j where j.name = q.name and j.state < 'active' and not j.blocked
    and j.start_after > now() and j.start_after <= now() + make_interval(secs => $3)
  order by j.start_after limit ${WAKINGS}
) next
union all
select name, id::text, null from pgboss.job
where state = 'active' and name = any($1) and coalesce(abs(extract(epoch from now() - heartbeat_on)), 'infinity') >= $2::float8`

const statuses = { done: 'completed', again: 'failed', never: 'deadletter' } as const

/** Goes on evenly: the engine reckons its waits by the time of day, and would sleep on for as long as that was put back. */
const steadyClock: NonNullable<ConstructorOptions['clock']> = {
  ...systemClock,
  now: () => performance.timeOrigin + performance.now(),
}

function optionsFor({ kind, kysely, listen }: Database): ConstructorOptions {
  return {
    ...(kind === 'embedded' && { backend: 'pglite', monitorVacuum: false, reindex: false }),
    clock: steadyClock,
    schedule: false,
    flowIntervalSeconds: HOUR_S,
    bamIntervalSeconds: HOUR_S,
    maintenanceIntervalSeconds: 300,
    useListenNotify: true,
    // The product's own connections: those of the engine would wait for a server that was lost without a word for ever.
    db: {
      executeSql: async (text, values) => ({ rows: await rowsOf<object>(kysely.withoutPlugins(), text, values ?? []) }),
      async listen(channel, onNotification, onReconnect) {
        const stop = await listen(channel, (payload) => (payload === '' ? onReconnect() : onNotification(payload)))
        onReconnect()
        return { close: stop }
      },
    },
  }
}

/** What is kept of the tries of a job. */
const tried = z.object({ bugs: z.int() }).catch({ bugs: 0 })

function taken({ id, data, retryCount, output, signal, sourceName, sourceOutput }: JobWithMetadata): TakenJob {
  const { bugs } = tried.parse(output)
  return { id, data, tries: retryCount, bugs, signal, diedOn: sourceName, diedOf: sourceOutput }
}

/** Jobs taken beside the one that the engine gave its worker: the engine looks after that one alone. */
interface Company {
  jobs: TakenJob[]
  /** They end as the one did; when it failed, they are anybody's again. */
  end(status: Ending['status']): Promise<void>
}

async function takeCompany(
  boss: PgBoss,
  name: string,
  { count, beats, release }: { count: number; beats: LoopWorld | null; release: Boss['release'] },
): Promise<Company> {
  const jobs = count === 0 ? [] : await boss.fetch<object>(name, { batchSize: count, includeMetadata: true })
  if (jobs.length === 0) return { jobs: [], end: async () => {} }
  const lost = new AbortController()
  const beat = async () => {
    const { affected } = touched.parse(await boss.touch(name, jobs))
    if (affected < jobs.length) lost.abort(new Error('Other workers have claimed some of these jobs'))
  }
  // A beat that fails says nothing of the jobs; the next one follows.
  const everyMs = BEAT_S * 1000
  const failure = 'The heartbeat of jobs could not be written'
  const beating = beats === null ? null : startLoop(beats, beat, { everyMs, afterMs: everyMs, failure })
  return {
    jobs: jobs.map((job) => ({ ...taken(job), signal: lost.signal })),
    async end(status) {
      void beating?.stop()
      const ids = jobs.map(({ id }) => id)
      if (status === 'done') await boss.complete(name, jobs)
      else if (!lost.signal.aborted) await release(name, ids)
    },
  }
}

/** Opens the job engine on the database; its tables are made or brought up to date. */
export async function openBoss(
  database: Database,
  { onTrouble, ...world }: LoopWorld & { onTrouble: (trouble: unknown) => void },
): Promise<Boss> {
  const boss = new PgBoss(optionsFor(database))
  boss.on('error', onTrouble)
  boss.on('warning', onTrouble)
  await boss.start()
  /** Whoever works alone tells nobody of it. */
  const isShared = database.kind === 'postgres'
  const workers: { name: string; id: string }[] = []
  const wake = (queue: string) => {
    for (const { name, id } of workers) if (name === queue) boss.notifyWorker(id)
  }
  const release: Boss['release'] = async (name, ids) => {
    if (ids.length === 0) return
    // At once: between the engine's own two steps, a cut connection would leave them cancelled.
    const text = `update pgboss.job set state = 'created' where name = $1 and id = any($2::uuid[]) and state = 'active'`
    await rowsOf(database.kysely, text, [name, ids])
  }

  return {
    async createQueue({ name, retries, deadLetter }) {
      const options = {
        ...(isShared && { heartbeatSeconds: HEARTBEAT_S }),
        ...(deadLetter === undefined ? {} : { deadLetter }),
        notify: true,
        retryLimit: retries,
        retryDelay: 1,
        retryBackoff: true,
        retryDelayMax: RETRY_WITHIN_S,
        expireInSeconds: 23 * HOUR_S,
        deleteAfterSeconds: 60,
      }
      await boss.createQueue(name, options)
      await boss.updateQueue(name, options)
      // What the engine knows of a queue must be in memory before the first transaction sends to it.
      await boss.insert(name, [])
    },
    async send(name, jobs, { executor, startAfter, givesWay }) {
      await boss.insert(
        name,
        jobs.map((data, index) => ({
          data,
          ...(startAfter !== undefined && { startAfter }),
          ...(givesWay !== undefined && { priority: -(givesWay + index) }),
        })),
        { db: fromKysely(executor.withoutPlugins()) },
      )
    },
    async work(name, { count, most }, handle) {
      for (let index = 0; index < count; index++) {
        const pace = createPace(most)
        const started: Promise<string> = boss.work(
          name,
          {
            pollingIntervalSeconds: POLL_S,
            includeMetadata: true,
            perJobResults: true,
            heartbeatRefreshSeconds: BEAT_S,
          },
          async ([job]: JobWithMetadata[]): Promise<JobResult[]> => {
            if (job === undefined) return []
            const company = await takeCompany(boss, name, {
              count: pace.next() - 1,
              beats: isShared ? world : null,
              release,
            })
            const startedMs = performance.now()
            let ending: Ending = { status: 'again' }
            try {
              ending = await handle([taken(job), ...company.jobs])
            } finally {
              await company.end(ending.status)
            }
            const { status, ...output } = ending
            if (status === 'done') pace.took(1 + company.jobs.length, performance.now() - startedMs)
            else pace.reset()
            // The worker would sleep for one poll before it looks for the next job.
            boss.notifyWorker(await started)
            return [{ id: job.id, status: statuses[status], output }]
          },
        )
        workers.push({ name, id: await started })
      }
    },
    release,
    async activeIds(name) {
      const text = `select id from pgboss.job where name = $1 and state = 'active'`
      return (await rowsOf<{ id: string }>(database.kysely, text, [name])).map(({ id }) => id)
    },
    async recall(names) {
      const text = `update pgboss.job set start_after = now() where name = any($1) and state in ('created', 'retry')
        and start_after > now() + make_interval(secs => $2)`
      await rowsOf(database.kysely, text, [names, RETRY_WITHIN_S])
    },
    async look(names, nextInMs) {
      const rows = await rowsOf<{ name: string; id: string | null; dueInMs: number | null }>(
        database.kysely,
        toLookAt,
        [names, isShared ? SILENT_S : 0, nextInMs / 1000],
      )
      for (const { name, dueInMs } of rows) {
        if (dueInMs === 0) wake(name)
        else if (dueInMs !== null) setTimeout(wake, dueInMs, name).unref()
      }
      const byQueue = Map.groupBy(rows, ({ name }) => name)
      return new Map([...byQueue].map(([name, found]) => [name, found.flatMap(({ id }) => id ?? [])]))
    },
    async drain(names) {
      await Promise.all(names.map((name) => boss.offWork(name)))
    },
    stop: () => boss.stop({ graceful: false }),
  }
}
