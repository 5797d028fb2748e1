import { findDeleted } from '@pictable/server/core/action/find-deleted.ts'
import type { World } from '@pictable/server/core/ports/world.ts'

const RECHECK_MS = 11 * 60_000

/** What follows the run of a whole view, done to its end: the table is asked for what is missing, minutes ago and now. */
export async function judgeDeleted(
  world: World,
  job: { actionId: string; listedBy?: string | undefined },
): Promise<void> {
  const { signal } = new AbortController()
  const clock = { now: () => new Date(world.clock.now().getTime() - RECHECK_MS) }
  // The second question is asked here, not by a job too.
  const queue = { ...world.data.queue, send: async () => {} }
  await findDeleted({ ...world, clock, data: { ...world.data, queue } }, { isRecheck: true, ...job }, signal)
  await findDeleted(world, { actionId: job.actionId, isRecheck: true }, signal)
}
