import { networkOf } from '#core/access/network.ts'
import type { World } from '#core/ports/world.ts'
import { takeCall } from './rate-limit.ts'

/** Guesses at addresses. */
const limit = { perMinute: 300, burst: 100 }

/** Limits calls to addresses that lead nowhere by where they come from. @throws AppError `rate_limited` */
export async function limitStrangers(
  world: Pick<World, 'clock' | 'data' | 'digest'>,
  { token, address }: { token: string; address: string },
): Promise<void> {
  if ((await world.data.triggers.findByToken(world.digest.sha256(token))) !== null) return
  await takeCall(world, `hook:${world.digest.sha256(networkOf(address)).slice(0, 32)}`, limit)
}
