import { findDeleted } from '@pictable/server/core/action/find-deleted.ts'
import type { World } from '@pictable/server/core/ports/world.ts'

const RECHECK_MS = 11 * 60_000

/** What follows the run of a whole view, done to its end: the table is asked for what is missing, and once more minutes later. */
export async function judgeDeleted(
  world: World,
  job: { actionId: string; listedBy?: string | undefined },
): Promise<void> {
  const { signal } = new AbortController()
  await findDeleted(world, { isRecheck: true, ...job }, signal)
  const clock = { now: () => new Date(world.clock.now().getTime() + RECHECK_MS) }
  await findDeleted({ ...world, clock }, { actionId: job.actionId, isRecheck: true }, signal)
}
