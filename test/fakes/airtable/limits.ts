import { billingLimitExceeded, rateLimitReached } from './errors.ts'
import type { Settings } from './world.ts'

interface Bucket {
  arrivals: number[]
  accepted: number[]
  /** Until then everything is refused. */
  closedUntilMs: number
  /** The largest number of arrivals that any window has seen. */
  largest: number
}

export interface Limits {
  /** Throws the 429 that is due. */
  admit(call: { baseId: string | null; token: string; isMeta: boolean }): void
  used: { month: number; rateLimited: number; quotaRefused: number }
  largest(): { perBase: number; perToken: number }
}

function dropOld(times: number[], horizonMs: number): void {
  while (times[0] !== undefined && times[0] <= horizonMs) times.shift()
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
    const bucket = buckets.get(key) ?? { arrivals: [], accepted: [], closedUntilMs: 0, largest: 0 }
    buckets.set(key, bucket)
    return bucket
  }

  const isFull = (bucket: Bucket, calls: number): boolean => {
    const nowMs = settings.now()
    dropOld(bucket.arrivals, nowMs - settings.windowMs)
    dropOld(bucket.accepted, nowMs - settings.windowMs)
    bucket.arrivals.push(nowMs)
    bucket.largest = Math.max(bucket.largest, bucket.arrivals.length)
    if (nowMs < bucket.closedUntilMs) return true
    if (bucket.accepted.length < calls) return false
    bucket.closedUntilMs = nowMs + settings.penaltyMs
    return true
  }

  return {
    used,
    largest: () => ({ perBase: largestOf(perBase), perToken: largestOf(perToken) }),
    admit({ baseId, token, isMeta }) {
      const tokenBucket = bucketOf(perToken, token)
      const countsForBase = baseId !== null && (settings.metaSharesBaseLimit || !isMeta)
      const baseBucket = countsForBase ? bucketOf(perBase, baseId) : null
      const tokenFull = isFull(tokenBucket, settings.callsPerToken)
      const baseFull = baseBucket !== null && isFull(baseBucket, settings.callsPerBase)
      if (tokenFull || baseFull) {
        used.rateLimited++
        throw rateLimitReached()
      }
      if (settings.monthlyCalls !== null && used.month >= settings.monthlyCalls && !isMeta) {
        used.quotaRefused++
        throw billingLimitExceeded(settings.quotaShape)
      }
      used.month++
      for (const bucket of [tokenBucket, baseBucket]) bucket?.accepted.push(settings.now())
    },
  }
}
