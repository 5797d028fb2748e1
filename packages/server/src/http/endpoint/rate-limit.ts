import { networkOf } from '#core/access/network.ts'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'

export interface RateLimit {
  perMinute: number
  burst: number
}

/** The caller of a URL that needs no key: the network that an address belongs to. `kind` tells budgets apart. */
export function networkCaller({ digest }: Pick<World, 'digest'>, kind: string, address: string): string {
  return `${kind}:${digest.sha256(networkOf(address)).slice(0, 32)}`
}

/** Takes one call from the caller's budget. @returns headers that tell what is left @throws AppError `rate_limited` */
export async function takeCall(
  world: Pick<World, 'clock' | 'data'>,
  callerId: string,
  limit: RateLimit,
): Promise<Record<string, string>> {
  const { waitMs, remaining } = await world.data.rateLimits.take(`api:${callerId}`, {
    ...limit,
    cost: 1,
    at: world.clock.now(),
  })
  refuseWait(waitMs, limit)
  const left = Math.max(0, Math.floor(remaining))
  return {
    'ratelimit-policy': `"default";q=${limit.burst};w=${Math.ceil((limit.burst / limit.perMinute) * 60)}`,
    ratelimit: `"default";r=${left};t=${Math.ceil(((limit.burst - left) / limit.perMinute) * 60)}`,
  }
}

function refuseWait(waitMs: number, limit: RateLimit): void {
  if (waitMs <= 0) return
  const detail = `The limit is ${limit.perMinute} requests a minute. Wait, then retry.`
  throw new AppError('rate_limited', detail, { retryAfterMs: waitMs })
}

/** Refuses a caller whose budget is used up, and takes nothing from it. @throws AppError `rate_limited` */
export async function checkCall(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  callerId: string,
  limit: RateLimit,
): Promise<void> {
  refuseWait(await data.rateLimits.waitMs(`api:${callerId}`, { ...limit, cost: 1, at: clock.now() }), limit)
}
