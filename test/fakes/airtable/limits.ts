import { type AirtableFailure, billingLimitExceeded, rateLimitReached } from './errors.ts'
import type { Settings } from './world.ts'

interface Bucket {
  /** Every request, refused or not. */
  arrivals: number[]
  /** Those of the last window that counted. */
  counted: number[]
  /** Until then everything is refused. */
  closedUntilMs: number
  /** The largest number of arrivals that any window has seen. */
  largest: number
}

interface Arrival {
  /** When the request reached the service, before its body was read. */
  atMs: number
  baseId: string | null
  token: string
  isMeta: boolean
}

export interface Limits {
  /** Counts a request, also one that a fault keeps from being answered. @returns the 429 that is due, or null */
  arrive(arrival: Arrival): AirtableFailure | null
  /** Counts an answered call of the month. Throws the 429 that is due. */
  useMonth(call: { isMeta: boolean }): void
  used: { month: number; rateLimited: number; quotaRefused: number }
  largest(): { perBase: number; perToken: number }
  /** When the requests of a base arrived. */
  arrivals(baseId: string): readonly number[]
}

function largestOf(buckets: ReadonlyMap<string, Bucket>): number {
  return Math.max(0, ...[...buckets.values()].map(({ largest }) => largest))
}

/** `createLimits()` counts calls in sliding windows, per base and per token, and closes a bucket that was overfilled. */
export function createLimits(settings: Settings): Limits {
  const perBase = new Map<string, Bucket>()
  const perToken = new Map<string, Bucket>()
  const used = { month: 0, rateLimited: 0, quotaRefused: 0 }

  const bucketOf = (buckets: Map<string, Bucket>, key: string): Bucket => {
    const bucket = buckets.get(key) ?? { arrivals: [], counted: [], closedUntilMs: 0, largest: 0 }
    buckets.set(key, bucket)
    return bucket
  }

  const isFull = (bucket: Bucket, atMs: number, calls: number): boolean => {
    const isInWindow = (earlierMs: number) => earlierMs > atMs - settings.windowMs
    bucket.arrivals.push(atMs)
    const inWindow = bucket.arrivals.length - 1 - bucket.arrivals.findLastIndex((earlierMs) => !isInWindow(earlierMs))
    bucket.largest = Math.max(bucket.largest, inWindow)
    bucket.counted = bucket.counted.filter(isInWindow)
    if (atMs < bucket.closedUntilMs) return true
    if (bucket.counted.length < calls) return false
    bucket.closedUntilMs = atMs + settings.penaltyMs
    return true
  }

  return {
    used,
    largest: () => ({ perBase: largestOf(perBase), perToken: largestOf(perToken) }),
    arrivals: (baseId) => perBase.get(baseId)?.arrivals ?? [],
    arrive({ atMs, baseId, token, isMeta }) {
      const tokenBucket = bucketOf(perToken, token)
      const countsForBase = baseId !== null && (settings.metaSharesBaseLimit || !isMeta)
      const baseBucket = countsForBase ? bucketOf(perBase, baseId) : null
      const tokenFull = isFull(tokenBucket, atMs, settings.callsPerToken)
      const baseFull = baseBucket !== null && isFull(baseBucket, atMs, settings.callsPerBase)
      if (tokenFull || baseFull) {
        used.rateLimited++
        return rateLimitReached()
      }
      for (const bucket of [tokenBucket, baseBucket]) bucket?.counted.push(atMs)
      return null
    },
    useMonth({ isMeta }) {
      if (settings.monthlyCalls !== null && used.month >= settings.monthlyCalls && !isMeta) {
        used.quotaRefused++
        throw billingLimitExceeded(settings.quotaShape)
      }
      used.month++
    },
  }
}
