import { AppError } from '#core/errors.ts'

/** Visitors who wait beyond those whose image is drawn. */
const MAX_WAITING = 24

/** Lets some work for visitors run at a time, so that runs always have render processes. */
export interface RenderGate {
  /** @throws AppError `unavailable` when too many wait */
  run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

/** `createRenderGate()` gives visitors at most half of the render processes. */
export function createRenderGate(processes: number): RenderGate {
  const most = Math.max(1, Math.floor(processes / 2))
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(signal: AbortSignal): Promise<void> {
    if (running < most) {
      running += 1
      return
    }
    if (waiting.length >= MAX_WAITING)
      throw new AppError('unavailable', 'Too many previews are being rendered. Retry in a moment.', {
        retryAfterMs: 1000,
      })
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(start), 1)
        reject(signal.reason)
      }
      waiting.push(start)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(work, signal) {
      signal.throwIfAborted()
      await enter(signal)
      try {
        return await work()
      } finally {
        // Whoever is next takes this place.
        const next = waiting.shift()
        if (next === undefined) running -= 1
        else next()
      }
    },
  }
}
