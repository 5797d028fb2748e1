import { isKeyedElsewhere, keyInUrl } from '#core/output/stable-url.ts'
import type { RecordKey } from '#core/ports/data/record-keys.ts'
import type { RecordOutcome } from '#core/ports/data/runs.ts'
import type { Data } from '#core/ports/data.ts'
import type { Chunk } from './open-chunk.ts'

/** Nothing shows a longer one: the id of the record is shown instead. Its slug is made of all of it. */
const MAX_KEY_LENGTH = 1000

const PLACE_DIGITS = 10

/** Sorts by time, then by the place in the run. */
const sinceOf = (at: Date, n: number) => `${at.toISOString()} ${String(n).padStart(PLACE_DIGITS, '0')}`

/**
 * Stores the keys of records with images, for the stable URLs of the action. Those whose key leads to another record, or
 * makes no URL, get a warning. A record that failed keeps the key of its last image. Nothing is stored when the keys are others by now.
 */
export async function claimKeys(
  { world, run, action, keyOf }: Pick<Chunk, 'world' | 'run' | 'action' | 'keyOf'>,
  data: Data,
  { outcomes, at }: { outcomes: readonly RecordOutcome[]; at: Date },
): Promise<readonly RecordOutcome[]> {
  const { stableUrls } = action
  if (stableUrls === null) return outcomes
  const now = await data.actions.hold(action.id)
  if (now === null || isKeyedElsewhere(action, now)) return outcomes
  const keys: RecordKey[] = []
  for (const { n, recordId, imageId } of outcomes) {
    const known = imageId === null ? undefined : keyOf(n)
    if (known === undefined) continue
    const slug = keyInUrl(world, stableUrls, known.key)
    const key = known.key.length > MAX_KEY_LENGTH ? recordId : known.key
    keys.push({ recordId, ...known, key, slug, since: sinceOf(at, n) })
  }
  // One flush of the action after the other, so that none misses the keys of another.
  const locked = await data.runs.lock(run.id)
  const isListed = locked?.isWhole && locked.limit === null && locked.plannedAt !== null
  const behind = await data.recordKeys.claim(action.id, keys, isListed ? run.id : null)
  const without = new Set(keys.flatMap(({ recordId, slug }) => (slug === '' ? recordId : [])))
  return outcomes.map((outcome) => {
    const { recordId, warnings } = outcome
    if (behind.has(recordId)) return { ...outcome, warnings: [...(warnings ?? []), 'duplicate_key' as const] }
    return without.has(recordId) ? { ...outcome, warnings: [...(warnings ?? []), 'no_key' as const] } : outcome
  })
}
