import type { World } from '#core/ports/world.ts'

const dayMs = 24 * 3_600_000

/** Forgets runs that ended so many days ago; none without a number. */
export async function expireRuns(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  maxAgeDays: number | undefined,
): Promise<void> {
  if (maxAgeDays !== undefined) await data.runs.deleteEnded(new Date(clock.now().getTime() - maxAgeDays * dayMs))
}
