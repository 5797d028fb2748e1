import type { Fault } from '#test/chaos/faults/fault.ts'
import type { Installation } from '#test/chaos/installation.ts'
import { memoryOf } from '#test/memory-of.ts'

const times = 5
const measuredForMs = 2000
const lanes = 8
const everyMs = 50
/** So long people wait at most. */
const patienceMs = 30_000
/** The server may grow by so much meanwhile. */
const mostGrowthMiB = 700

/** People want five times as many images as can be made. */
export function overload({ render, processes }: Installation): Fault {
  const wrong = new Set<string>()
  let sending: NodeJS.Timeout | undefined

  const ask = async (): Promise<boolean> => {
    const answer = await render(AbortSignal.timeout(patienceMs)).catch((error: Error) => error.name)
    if (typeof answer === 'string') wrong.add(`an image: no answer (${answer})`)
    else if (!answer.ok && ![429, 503].includes(answer.status)) wrong.add(`an image: answered ${answer.status}`)
    else if (!answer.ok && !answer.headers.has('retry-after'))
      wrong.add(`an image: ${answer.status} without Retry-After`)
    return typeof answer !== 'string' && answer.ok
  }

  /** As many as can be made in a second. */
  async function measure(): Promise<number> {
    const endsAtMs = performance.now() + measuredForMs
    let made = 0
    const lane = async () => {
      while (performance.now() < endsAtMs) if (await ask()) made++
    }
    await Promise.all(Array.from({ length: lanes }, lane))
    return Math.max(1, (made * 1000) / measuredForMs)
  }

  return {
    name: `${times} times as many images are requested as can be rendered`,
    async begin() {
      const perSecond = (await measure()) * times
      const before = memoryOf(processes[0]?.pid).residentMib
      let owed = 0
      sending = setInterval(() => {
        for (owed += (perSecond * everyMs) / 1000; owed >= 1; owed--) void ask()
        const grown = memoryOf(processes[0]?.pid).residentMib - before
        if (grown > mostGrowthMiB) wrong.add(`the server has grown by more than ${mostGrowthMiB} MiB`)
      }, everyMs)
    },
    end: async () => clearInterval(sending),
    lasts: 6,
    isOver: ask,
    wrong: () => [...wrong],
  }
}
