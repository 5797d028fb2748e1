import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isCorrupt, isRetryable } from '#core/errors.ts'
import { type Loop, startLoop } from '#core/loop.ts'
import type { Jobs as JobData, JobHandlers, JobName, Queue } from '#core/ports/queue.ts'
import { createThrottledLog } from '#core/throttled-log.ts'
import type { QueueFor } from '#database/data/data.ts'
import type { Database } from '#database/database.ts'
import { rowsOf } from '#database/statement.ts'
import { type Boss, type Ending, openBoss, type TakenJob } from './boss.ts'

interface Log {
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}

/** A job that failed for good, and why. */
export interface DeadJob {
  name: string
  /** Of what it was the job. */
  data: {
    runId?: string | undefined
    batchId?: string | undefined
    importId?: string | undefined
    fromN?: number | undefined
    toN?: number | undefined
  }
  reason: string
}

export interface StartOptions {
  /** A job was given up: whoever waits for it must be told. Tried again and again until it succeeds. */
  onDead: (job: DeadJob) => Promise<void>
  /** Something active has no job at all: sends it one. Safe to call for one that has just ended. */
  recover?: Readonly<Record<keyof typeof idle, (id: string) => Promise<void>>>
  /** Done at the start and every minute. */
  sweep?: () => Promise<void>
  /** Queues whose workers take several jobs at once while these are quick, and what makes fewer of them. */
  join?: { [Name in JobName]?: (jobs: readonly JobData[Name][]) => readonly JobData[Name][] }
  /** Workers per queue. */
  concurrency?: Partial<Record<JobName, number>>
  /** How often jobs that have become due, or were lost, are looked for. */
  lookEveryMs?: number
}

export interface Jobs {
  queue: Queue
  queueFor: QueueFor
  /** Starts to work jobs off. Before that they can only be sent. */
  start(handlers: JobHandlers, options: StartOptions): Promise<void>
  /**
   * Bounds how long jobs wait by the longest time that most are ever given; those of triggers are given any, and a recheck
   * minutes.
   */
  recall(): Promise<void>
  /** Takes no more jobs, tells those under way to stop, and hands back those that do not within the time. Jobs can still be sent. */
  drain(options?: { withinMs?: number }): Promise<void>
  /** Drains, and ends. */
  stop(options?: { withinMs?: number }): Promise<void>
}

/** About an hour: an outage may take so long. */
const RETRIES = 720
/** What is not known to pass is most likely a bug: tried a few times all the same. */
const RETRIES_OF_BUGS = 5
const SWEEP_INTERVAL_MS = 60_000
const LOOK_EVERY_MS = 2000
const DEAD = 'dead'
const STOP_WITHIN_MS = 20_000

const schemas: { [Name in JobName]: z.ZodType<JobData[Name]> } = {
  'plan-run': z.object({
    runId: z.string(),
    isRecovered: z.boolean().optional(),
    isWriteChecked: z.boolean().optional(),
  }),
  'process-chunk': z.object({ runId: z.string(), fromN: z.int(), toN: z.int() }),
  'render-batch': z.object({ batchId: z.string(), fromN: z.int(), toN: z.int(), turn: z.int().optional() }),
  'import-file': z.object({ importId: z.string() }),
  'tend-trigger': z.object({ triggerId: z.string() }),
  'find-deleted': z.object({
    actionId: z.string(),
    listedBy: z.string().optional(),
    confirmedAt: z.iso.datetime().optional(),
    isRecheck: z.boolean().optional(),
  }),
}
const names = [
  'plan-run',
  'process-chunk',
  'render-batch',
  'import-file',
  'tend-trigger',
  'find-deleted',
] as const satisfies JobName[]
const idSchemas = { runId: z.string(), batchId: z.string(), importId: z.string(), fromN: z.int() }
const anyJob = z.looseObject({ ...idSchemas, toN: z.int() }).partial()
const namedIn = z.looseObject({ ...idSchemas, triggerId: z.string() }).partial()
const anyReason = z.object({ reason: z.string() })
const defaultConcurrency = 2
/** Jobs that are joined: so many at most. */
const MOST_JOINED = 10

/** Active runs, batches and imports that no job would ever move again. */
const idle = {
  run: `
select id from runs where state = 'active' and id not in (
  select data ->> 'runId' from pgboss.job where state in ('created', 'retry', 'active') and data ? 'runId'
)`,
  batch: `
select distinct batch_id as id from image_batch_items where state = 'pending' and batch_id not in (
  select data ->> 'batchId' from pgboss.job where state in ('created', 'retry', 'active') and data ? 'batchId'
)`,
  import: `
select id from table_imports where state = 'active' and id not in (
  select data ->> 'importId' from pgboss.job where state in ('created', 'retry', 'active') and data ? 'importId'
)`,
}

/** What the log says of jobs that are done together. */
function idsOf(data: readonly unknown[]): Readonly<Record<string, string | number>> {
  const { runId, batchId, importId, triggerId, fromN } = namedIn.safeParse(data[0]).data ?? {}
  return {
    ...(runId !== undefined && { run_id: runId }),
    ...(batchId !== undefined && { batch_id: batchId }),
    ...(importId !== undefined && { import_id: importId }),
    ...(triggerId !== undefined && { trigger_id: triggerId }),
    ...(fromN !== undefined && { from_n: fromN }),
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Works jobs off and says what becomes of them. */
function createRunner(boss: Boss, log: Log, stopping: AbortSignal) {
  const throttled = createThrottledLog(log)
  const held = new Map<string, { name: string; id: string }>()

  /** While a dependency is away, every job fails every few seconds. */
  function logFailure(fields: Readonly<Record<string, unknown>> & { error: unknown }, isLast: boolean): void {
    if (isLast) log.error(fields, 'A job failed')
    else if (isRetryable(fields.error)) throttled.warn(fields, 'A job failed and is retried')
    else log.warn(fields, 'A job failed')
  }

  async function run(
    name: JobName,
    jobs: readonly TakenJob[],
    work: (data: unknown[], signal: AbortSignal) => Promise<void>,
  ): Promise<Ending> {
    for (const { id } of jobs) held.set(id, { name, id })
    const data = jobs.map((job) => job.data)
    try {
      await work(data, AbortSignal.any([...jobs.map(({ signal }) => signal), stopping]))
      return { status: 'done' }
    } catch (error) {
      if (stopping.aborted) {
        const ids = jobs.map(({ id }) => id)
        await boss.release(name, ids)
        return { status: 'done' }
      }
      const [{ tries, bugs: before } = { tries: 0, bugs: 0 }] = jobs
      const bugs = isRetryable(error) ? before : before + 1
      const isLast = tries >= RETRIES || bugs > RETRIES_OF_BUGS || isCorrupt(error)
      logFailure({ job: name, ...idsOf(data), tries: tries + 1, error }, isLast)
      return { status: isLast ? 'never' : 'again', reason: describe(error), bugs }
    } finally {
      for (const { id } of jobs) held.delete(id)
    }
  }
  return { run, held }
}

/**
 * Has jobs done that have become due, and finds those that nobody works at although they are active: their worker died, or
 * their end could not be written, on a full disk or a lost connection say. Only what was so at the look before is made free
 * again: a job may just be on its way in or out, and who is cut off as everybody is has to tell of itself first when that is
 * over.
 */
function createLook(boss: Boss, held: ReadonlyMap<string, unknown>, everyMs: number) {
  let before = new Set<string>()
  return async () => {
    const known = before
    const silent = await boss.look([...names, DEAD], everyMs)
    before = new Set([...silent.values()].flat().filter((id) => !held.has(id)))
    for (const [name, ids] of silent) {
      const lost = ids.filter((id) => before.has(id) && known.has(id))
      await boss.release(name, lost)
    }
  }
}

/** Opens the queues of the product on the database. Sending works at once; `start()` works them off. */
export async function createJobs({ database, log }: { database: Database; log: Log }): Promise<Jobs> {
  const throttled = createThrottledLog(log)
  const world = { log, random: { bytes: randomBytes }, recovery: database.recovery }
  const boss = await openBoss(database, {
    ...world,
    onTrouble: (error) => throttled.warn({ error }, 'The job engine reports an error'),
  })
  await boss.createQueue({ name: DEAD, retries: RETRIES })
  for (const name of names) await boss.createQueue({ name, retries: RETRIES, deadLetter: DEAD })
  const stopping = new AbortController()
  const { run, held } = createRunner(boss, log, stopping.signal)
  const queueFor: QueueFor = (executor) => ({
    send: (name, jobs, options) => boss.send(name, jobs, { executor, ...options }),
  })
  const recall = () => boss.recall(['plan-run', 'process-chunk', 'render-batch', 'import-file', DEAD])
  const loops: Loop[] = []
  let drained: Promise<void> | undefined
  let stopped: Promise<void> | undefined

  async function startWorkers<Name extends JobName>(
    name: Name,
    handlers: JobHandlers,
    { concurrency = {}, join = {} }: Pick<StartOptions, 'concurrency' | 'join'>,
  ) {
    // Nobody else works on an embedded database: what is active there was left by a process that died.
    if (database.kind === 'embedded') await boss.release(name, await boss.activeIds(name))
    const joined: ((jobs: readonly JobData[Name][]) => readonly JobData[Name][]) | undefined = join[name]
    const options = { count: concurrency[name] ?? defaultConcurrency, most: joined === undefined ? 1 : MOST_JOINED }
    await boss.work(name, options, (taken) =>
      run(name, taken, async (data, signal) => {
        const jobs = data.map((job) => schemas[name].parse(job))
        for (const job of joined?.(jobs) ?? jobs) await handlers[name](job, signal)
      }),
    )
  }

  async function bury([job]: readonly TakenJob[], onDead: StartOptions['onDead']): Promise<Ending> {
    if (job === undefined) return { status: 'done' }
    try {
      const { data: { reason } = { reason: 'It did not finish in time, or its process died.' } } = anyReason.safeParse(
        job.diedOf,
      )
      await onDead({ name: job.diedOn ?? '', data: anyJob.parse(job.data), reason })
      return { status: 'done' }
    } catch (error) {
      log.error({ job: job.diedOn, ...idsOf([job.data]), error }, 'A job that failed for good could not be reported')
      return { status: isCorrupt(error) ? 'never' : 'again', reason: describe(error) }
    }
  }

  async function recoverIdle(recover: NonNullable<StartOptions['recover']>): Promise<void> {
    for (const kind of ['run', 'batch', 'import'] as const)
      for (const { id } of await rowsOf<{ id: string }>(database.kysely, idle[kind], [])) await recover[kind](id)
  }

  /** Resolves after the first round. */
  async function repeat(work: () => Promise<void>, everyMs: number): Promise<void> {
    const loop = startLoop(world, work, { everyMs, failure: 'The queues could not be polled' })
    loops.push(loop)
    await loop.firstRound
  }

  async function drainWorkers(withinMs: number): Promise<void> {
    stopping.abort()
    const loopsEnded = Promise.all(loops.map((loop) => loop.stop()))
    const { promise: tooLate, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, withinMs)
    await Promise.race([Promise.all([boss.drain([...names, DEAD]), loopsEnded]), tooLate])
    clearTimeout(timer)
    for (const { name, id } of held.values()) await boss.release(name, [id])
  }

  function drain({ withinMs = STOP_WITHIN_MS } = {}): Promise<void> {
    drained ??= drainWorkers(withinMs)
    return drained
  }

  return {
    queue: queueFor(database.kysely),
    queueFor,
    async start(handlers, { onDead, recover, sweep, lookEveryMs = LOOK_EVERY_MS, ...options }) {
      await recall()
      for (const name of names) await startWorkers(name, handlers, options)
      if (database.kind === 'embedded') await boss.release(DEAD, await boss.activeIds(DEAD))
      await boss.work(DEAD, { count: 1, most: 1 }, (taken) => bury(taken, onDead))
      await repeat(createLook(boss, held, lookEveryMs), lookEveryMs)
      if (recover !== undefined) await repeat(() => recoverIdle(recover), SWEEP_INTERVAL_MS)
      if (sweep !== undefined) await repeat(sweep, SWEEP_INTERVAL_MS)
    },
    recall,
    drain,
    stop(options) {
      stopped ??= drain(options).finally(() => boss.stop())
      return stopped
    },
  }
}
