import { networkOf } from '#core/access/network.ts'
import type { World } from '#core/ports/world.ts'
import { takeCall } from './rate-limit.ts'

/** More than a person clicks, and than a table calls; what comes faster is better sent with many record ids. */
const limit = { perMinute: 300, burst: 100 }

/** Limits the calls of each trigger; those that lead nowhere by where they come from. @throws AppError `rate_limited` */
export async function limitHook(
  world: Pick<World, 'clock' | 'data' | 'digest'>,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const trigger = await world.data.triggers.findByToken(world.digest.sha256(token))
  const stranger = () => `hook:${world.digest.sha256(networkOf(address)).slice(0, 32)}`
  await takeCall(world, trigger === null ? stranger() : `hook:${trigger.id}`, limit)
}
