import type { World } from '#core/ports/world.ts'
import { takeCall } from './rate-limit.ts'

/** More than a person clicks, and than a table calls; what comes faster is better sent with many record ids. */
const limit = { perMinute: 300, burst: 100 }

/** @throws AppError `rate_limited` */
export async function limitHook(world: Pick<World, 'clock' | 'data' | 'digest'>, token: string): Promise<void> {
  await takeCall(world, `hook:${world.digest.sha256(token).slice(0, 32)}`, limit)
}
