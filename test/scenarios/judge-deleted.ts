import { findDeleted } from '@pictable/server/core/action/find-deleted.ts'
import type { World } from '@pictable/server/core/ports/world.ts'

const RECHECK_MS = 11 * 60_000

const minutesLater = (world: World) => new Date(world.clock.now().getTime() + RECHECK_MS)

function findLater(world: World, job: { actionId: string; confirmedAt?: string }): Promise<void> {
  const clock = { now: () => minutesLater(world) }
  return findDeleted({ ...world, clock }, { isRecheck: true, ...job }, new AbortController().signal)
}

/** What follows the run of a whole view, done to its end: the table is asked for what is missing, and once more minutes later. */
export async function judgeDeleted(
  world: World,
  job: { actionId: string; listedBy?: string | undefined },
): Promise<void> {
  await findDeleted(world, { isRecheck: true, ...job }, new AbortController().signal)
  await findLater(world, { actionId: job.actionId })
}

/** What follows the confirmation of what was judged, which was minutes later. */
export async function judgeConfirmed(world: World, actionId: string): Promise<void> {
  await findLater(world, { actionId, confirmedAt: minutesLater(world).toISOString() })
}
