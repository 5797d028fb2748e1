import { idOf, sortedLettersOf, timePartOf } from '#core/ids.ts'
import type { Digest } from '#core/ports/digest.ts'

/** Enough for 33 million records. */
const placeLetters = 5

/**
 * The id of the image of a record of a run: the same when the record is repeated after a crash, sorted as the records are, and
 * not to be guessed without the run's id.
 */
export function imageIdOf(digest: Digest, runId: string, n: number): string {
  const hash = digest.sha256(`image ${runId} ${n}`)
  return idOf(
    'image',
    timePartOf(runId) + sortedLettersOf(n, placeLetters),
    Array.from({ length: 16 }, (_, index) => Number.parseInt(hash.slice(2 * index, 2 * index + 2), 16)),
  )
}
