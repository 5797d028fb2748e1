import { availableParallelism } from 'node:os'
import { bundledFamilies } from '@pictable/renderer/bundled'
import { outputRevision } from '@pictable/renderer/template'
import { AppError } from '#core/errors.ts'
import { fontFactsSchema } from '#core/font/font.ts'
import type { Renderer, RenderResult } from '#core/ports/renderer.ts'
import { RecordError } from '#core/run/record-error.ts'
import { supportedSandbox } from '#sandbox/sandbox.ts'
import { blame } from './blame.ts'
import { bytesSchema } from './messages.ts'
import { createPageFonts } from './page-fonts.ts'
import {
  maxFlights,
  type ProcessEnd,
  type ProcessSettings,
  type RenderProcess,
  startRenderProcess,
} from './render-process.ts'
import { createStartPacer } from './start-pacer.ts'
import {
  busyError,
  closedError,
  createInspection,
  createPreviewing,
  createTask,
  createUnpacking,
  type Outcome,
  type Task,
} from './task.ts'

/** So many people may wait for each process; whoever comes then is better told to come again. Runs and batches wait. */
const mostWaiting = 64
/** Processes that died before they were ready, one after the other, until it counts as a failure. */
const maxFailedStarts = 3

export interface RenderPoolOptions extends Partial<Omit<ProcessSettings, 'loadPicture'>> {
  /** Default: as many as there are cores. */
  processes?: number
  /** Brings the bytes of `asset:<id>` and of URLs. A RecordError counts against the record; anything else is passed on as it is. */
  loadPicture: ProcessSettings['loadPicture']
  /** A process is replaced after this many images, when it holds this much memory, or has used this much time of the processor. */
  recycleAfterRenders?: number
  recycleAfterBytes?: number
  recycleAfterProcessorMs?: number
  log?: { warn(details: object, message: string): void }
}

export interface RenderPoolStats {
  processes: { pid: number | undefined; renders: number; residentBytes: number; inFlight: number }[]
  waiting: number
  rendered: number
  failed: number
  /** Processes that ended without being asked to, by a deadline or by themselves, and those replaced in time. */
  timedOut: number
  crashed: number
  recycled: number
}

export interface RenderPool extends Renderer {
  /** Starts every process, so that the first image does not wait. @throws AppError `unavailable` when none starts */
  start(): Promise<void>
  /** Finishes what was accepted, then ends every process. */
  close(): Promise<void>
  stats(): RenderPoolStats
}

interface Starter {
  resolve: () => void
  reject: (error: Error) => void
}

/** The result of a task of one picture. */
function onlyOf([outcome]: readonly Outcome[]): RenderResult {
  if (outcome === undefined || outcome instanceof RecordError)
    throw outcome ?? new Error('The render process returned nothing.')
  return outcome
}

/** `createRenderPool()` renders in processes that it starts when they are needed, replaces, and ends. */
export function createRenderPool(options: RenderPoolOptions): RenderPool {
  const { processes: count = availableParallelism(), log } = options
  const { recycleAfterRenders = 10_000, recycleAfterBytes = 700 * 2 ** 20, recycleAfterProcessorMs = 600_000 } = options
  const settings: ProcessSettings = {
    loadPicture: options.loadPicture,
    deadlineMs: options.deadlineMs ?? 5000,
    pictureDeadlineMs: options.pictureDeadlineMs ?? 45_000,
    pictureBudget: options.pictureBudget ?? { hold: () => () => {}, waitedMs: () => 0 },
    addressSpaceBytes: options.addressSpaceBytes ?? 4 * 2 ** 30,
    sandbox: options.sandbox ?? supportedSandbox,
    compiledFolder: options.compiledFolder,
  }
  const processes = new Set<RenderProcess>()
  const starters: Starter[] = []
  const totals = { rendered: 0, failed: 0, timedOut: 0, crashed: 0, recycled: 0 }
  let queue: Task[] = []
  const pacer = createStartPacer(() => pump())
  let isBroken = false
  let closed = false
  let idle: (() => void) | undefined

  const countOf = (...states: RenderProcess['state'][]) =>
    [...processes].filter(({ state }) => states.includes(state)).length

  function spawn(): void {
    const created = startRenderProcess(settings, {
      ready() {
        pacer.succeeded()
        isBroken = false
        if (countOf('starting') === 0) for (const { resolve } of starters.splice(0)) resolve()
        pump()
      },
      room() {
        recycle(created)
        pump()
      },
      ended(end) {
        processes.delete(created)
        bury(created, end)
      },
    })
    processes.add(created)
  }

  /** Hands the queue out in its order, and starts processes while there is more to do than they can take. */
  function pump(): void {
    queue = queue.filter(({ over }) => !over.aborted)
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const task = next
      const free = [...processes].filter((process) => process.hasRoomFor(task))
      const [emptiest] = free.sort((one, other) => one.flights.size - other.flights.size)
      if (emptiest === undefined) break
      queue.shift()
      emptiest.run(task)
    }
    const wanted = starters.length > 0 ? count : Math.min(count, countOf('ready') + Math.ceil(queue.length / 2))
    while (countOf('starting', 'ready') < wanted && pacer.mayStart(countOf('starting'))) spawn()
    if (queue.length === 0 && [...processes].every(({ flights }) => flights.size === 0)) idle?.()
  }

  function recycle(process: RenderProcess): void {
    const isFresh =
      process.renders < recycleAfterRenders &&
      process.residentBytes < recycleAfterBytes &&
      process.processorMs < recycleAfterProcessorMs
    if (process.state !== 'ready' || isFresh) return
    totals.recycled++
    void process.retire()
  }

  /** A guilty one fails, the others go on elsewhere. */
  function bury({ pid }: RenderProcess, end: ProcessEnd): void {
    const { how, lastWords } = end
    if (!end.wasReady && !end.retired) {
      startFailed(`${how} ${lastWords}`.trim())
      return
    }
    const working = end.flights.filter(({ state }) => state === 'working').map(({ task }) => task.ids ?? {})
    if (end.expired) totals.timedOut++
    else if (!end.retired) totals.crashed++
    if (!end.retired) log?.warn({ pid, how, lastWords, working }, 'render process ended')
    blame(end, settings.deadlineMs)
    queue.unshift(...end.flights.map(({ task }) => task))
    pump()
  }

  function startFailed(reason: string): void {
    log?.warn({ reason }, 'render process did not start')
    const isAlone = countOf('ready') === 0
    if (pacer.failed(isAlone) >= maxFailedStarts) giveUp(isAlone, reason)
    pump()
  }

  /** Where some processes are ready, the others are only missed. */
  function giveUp(isAlone: boolean, reason: string): void {
    if (!isAlone) {
      for (const { resolve } of starters.splice(0)) resolve()
      return
    }
    isBroken = true
    const error = new AppError('unavailable', 'The render processes do not start. See the log.', {
      cause: new Error(reason),
    })
    for (const { reject } of starters.splice(0)) reject(error)
    for (const task of queue.splice(0)) task.settle(error)
  }

  async function carryOut({ task, result }: ReturnType<typeof createTask>, signal?: AbortSignal): Promise<Outcome[]> {
    signal?.throwIfAborted()
    const stop = () =>
      task.settle(signal?.reason instanceof Error ? signal.reason : new Error('The render was cancelled.'))
    signal?.addEventListener('abort', stop, { signal: task.over })
    queue.push(task)
    pump()
    try {
      const outcomes = await result
      const failed = outcomes.filter((outcome) => outcome instanceof RecordError).length
      totals.failed += failed
      totals.rendered += outcomes.length - failed
      return outcomes
    } catch (error) {
      totals.failed++
      throw error
    }
  }

  async function start(): Promise<void> {
    if (closed) throw closedError()
    if (countOf('ready') >= count) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    starters.push({ resolve, reject })
    pump()
    await promise
  }

  return {
    outputRevision,
    families: bundledFamilies(),
    pageFonts: createPageFonts(),
    concurrency: count * maxFlights,
    processes: count,
    async render(job, signal) {
      if (closed) throw closedError()
      if (!job.waits && queue.length >= count * mostWaiting) throw busyError()
      return onlyOf(await carryOut(createTask([job]), signal))
    },
    async renderAll(jobs, signal) {
      if (closed) throw closedError()
      return carryOut(createTask(jobs), signal)
    },
    async inspectFont(bytes, name) {
      if (closed) throw closedError()
      return fontFactsSchema.parse(onlyOf(await carryOut(createInspection(bytes, name))).report)
    },
    async layoutTables(bytes) {
      if (closed) throw closedError()
      if (queue.length >= count * mostWaiting) throw busyError()
      const { report } = onlyOf(await carryOut(createUnpacking(bytes)))
      return bytesSchema.parse(report.tables)
    },
    load: (src, signal) => options.loadPicture(src, signal),
    async makePreview(bytes, signal) {
      if (closed) throw closedError()
      if (queue.length >= count * mostWaiting) throw busyError()
      const { preview } = onlyOf(await carryOut(createPreviewing(bytes), signal))
      if (preview === undefined) throw new Error('The render process returned no preview.')
      return preview
    },
    start,
    async check() {
      if (isBroken && countOf('ready') === 0) await start()
    },
    async close() {
      closed = true
      await new Promise<void>((resolve) => {
        idle = resolve
        pump()
      })
      pacer.end()
      await Promise.all([...processes].map((process) => process.retire()))
    },
    stats() {
      return {
        ...totals,
        waiting: queue.length,
        processes: [...processes].map(({ pid, renders, residentBytes, flights }) => ({
          pid,
          renders,
          residentBytes,
          inFlight: flights.size,
        })),
      }
    },
  }
}
