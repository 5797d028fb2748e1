import type { World } from '#core/ports/world.ts'
import type { ApiKey } from './api-key.ts'
import { lookupOf } from './key-format.ts'

/** How old the last-used time of a key may get before it is written again. */
const touchAfterMs = 60_000

/** Compares two digests without telling by its time how far they agree. */
export function sameDigest(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  return difference === 0
}

/** The key that a secret is of; null when there is none, or it was revoked. */
export async function authenticate(
  world: Pick<World, 'clock' | 'data' | 'digest'>,
  secret: string,
): Promise<ApiKey | null> {
  const lookup = lookupOf(secret)
  const key = lookup === null ? null : await world.data.apiKeys.findByLookup(lookup)
  if (key === null || !sameDigest(world.digest.sha256(secret), key.hash) || key.revokedAt !== null) return null
  const now = world.clock.now()
  if (key.lastUsedAt === null || now.getTime() - key.lastUsedAt.getTime() > touchAfterMs)
    await world.data.apiKeys.touch([key.id], now)
  return key
}
