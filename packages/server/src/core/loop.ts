import { retryDelayMs } from './backoff.ts'
import { chanceOf } from './chance.ts'
import type { EventLog } from './ports/event-log.ts'
import type { Random } from './ports/random.ts'
import type { Recovery } from './ports/recovery.ts'
import { createThrottledLog } from './throttled-log.ts'

export interface LoopWorld {
  log: Pick<EventLog, 'warn'>
  random: Random
  recovery: Recovery
}

export interface LoopOptions {
  /** Pause after a round that succeeded. After one that failed: a backoff of up to 30 s. */
  everyMs: number
  /** Pause before the first round. Default: none. */
  afterMs?: number
  /** What the log says when a round fails, at most once in ten seconds. */
  failure: string
  /** More fields of that line. */
  fields?: Readonly<Record<string, unknown>>
}

export interface Loop {
  /** Resolves when the first round has ended, whether or not it succeeded. */
  firstRound: Promise<void>
  /** Starts no more rounds. Resolves when the one under way has ended. */
  stop(): Promise<void>
}

/** `startLoop()` repeats work that needs a dependency, one round at a time, and does not wear out one that is away. */
export function startLoop(
  { log, random, recovery }: LoopWorld,
  work: () => Promise<unknown>,
  { everyMs, afterMs = 0, failure, fields = {} }: LoopOptions,
): Loop {
  const throttled = createThrottledLog(log)
  const first = Promise.withResolvers<void>()
  let failures = 0
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  let cancel = () => {}

  async function round(): Promise<void> {
    try {
      await work()
      failures = 0
      throttled.clear(failure)
    } catch (error) {
      failures += 1
      // A round that stop() breaks off has not failed.
      if (isStopped) return
      throttled.warn({ ...fields, error }, failure)
      cancel = recovery.wait(retryDelayMs(error, { failures, chance: chanceOf(random) }), start)
    }
    if (failures === 0) startIn(everyMs)
  }

  function start(): void {
    running = round().finally(first.resolve)
  }

  function startIn(delayMs: number): void {
    if (isStopped) return
    const timer = setTimeout(start, delayMs)
    timer.unref()
    cancel = () => clearTimeout(timer)
  }

  if (afterMs === 0) start()
  else startIn(afterMs)
  return {
    firstRound: first.promise,
    async stop() {
      isStopped = true
      cancel()
      await running
    },
  }
}
