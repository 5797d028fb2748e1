import { idOf, sortedLettersOf, timePartOf } from '#core/ids.ts'
import { FIRST_KEY } from '#core/output/outputs-of.ts'
import type { Digest } from '#core/ports/digest.ts'

/** Enough for 33 million records. */
const placeLetters = 5

/**
 * The id of the image of a record of a run, by the key of its output: the same when the record is repeated after a
 * crash, sorted as the records are, and not to be guessed without the run's id.
 */
export function imageIdOf(digest: Digest, runId: string, place: { n: number; output?: string }): string {
  const { n, output = FIRST_KEY } = place
  const hash = digest.sha256(`image ${runId} ${n}${output === FIRST_KEY ? '' : ` ${output}`}`)
  const tail: number[] = []
  for (let at = 0; at < 32; at += 2) tail.push(Number.parseInt(hash.slice(at, at + 2), 16))
  return idOf('image', timePartOf(runId) + sortedLettersOf(n, placeLetters), tail)
}
