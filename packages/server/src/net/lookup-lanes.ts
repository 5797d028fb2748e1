import type { Resolve, ResolvedAddress } from './guarded-fetch-types.ts'

const maxProven = 10_000
/** By then everyone who asked has given up. */
const maxWaitMs = 10_000

interface LaneOptions {
  /** Lookups at a time of names whose last lookup did not succeed. */
  maxUnproven: number
  nowMs(): number
}

/**
 * The system looks up few names at a time, takes up to half a minute for one whose name servers are silent, and cannot be
 * stopped. So names that have not answered yet leave room for those that have.
 */
export function createLookupLanes(resolve: Resolve, { maxUnproven, nowMs }: LaneOptions): Resolve {
  const proven = new Set<string>()
  const waiting: { start: () => void; refuse: (error: Error) => void; sinceMs: number }[] = []
  let unproven = 0

  async function ask(host: string): Promise<ResolvedAddress[]> {
    proven.delete(host)
    const found = await resolve(host)
    // The name that was needed least recently comes first, and is forgotten first.
    proven.add(host)
    const [oldest] = proven
    if (oldest !== undefined && proven.size > maxProven) proven.delete(oldest)
    return found
  }

  /** Gives the place to the next one. */
  function leave(): void {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (nowMs() - next.sinceMs <= maxWaitMs) {
        next.start()
        return
      }
      next.refuse(new Error('too many name servers do not respond'))
    }
    unproven--
  }

  return async (host) => {
    if (proven.has(host)) return ask(host)
    if (unproven < maxUnproven) unproven++
    else await new Promise<void>((start, refuse) => waiting.push({ start, refuse, sinceMs: nowMs() }))
    return ask(host).finally(leave)
  }
}
