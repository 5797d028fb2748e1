import { firstIdAt } from '#core/ids.ts'
import type { World } from '#core/ports/world.ts'

/** What may stay. */
export interface Retention {
  /** Older images go. */
  maxAgeDays?: number | undefined
  /** So many of each record stay, the newest. */
  perRecord?: number | undefined
  /** The image that a record has now stays, whatever its age. */
  keepCurrent: boolean
}

const dayMs = 24 * 3_600_000
const atOnce = 500

/** Deletes the images that the rules let go. Their bytes follow with `deleteDroppedFiles()`. */
export async function expireImages(
  { clock, data }: Pick<World, 'clock' | 'data'>,
  { maxAgeDays, perRecord, keepCurrent }: Retention,
): Promise<void> {
  if (maxAgeDays === undefined && perRecord === undefined) return
  const at = clock.now()
  const createdBefore = maxAgeDays === undefined ? null : new Date(at.getTime() - maxAgeDays * dayMs)
  // Ids sort by time: with an age alone, newer ones need not be looked at.
  const endId = perRecord === undefined && createdBefore !== null ? firstIdAt('image', createdBefore) : null
  for (let after: string | null = ''; after !== null; ) {
    const page = await data.images.expired({
      after,
      endId,
      limit: atOnce,
      createdBefore,
      perRecord: perRecord ?? null,
      keepCurrent,
    })
    await data.images.delete(page.ids, at)
    after = page.next
  }
}
