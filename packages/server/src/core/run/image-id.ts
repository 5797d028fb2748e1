import { idOf, sortedLettersOf, timePartOf } from '#core/ids.ts'
import type { Digest } from '#core/ports/digest.ts'

/** Enough for 33 million records. */
const placeLetters = 5

const startOf = (runId: string, n: number) => timePartOf(runId) + sortedLettersOf(n, placeLetters)

/**
 * The id of the image of a record of a run, by the key of its output and what it is made of: the same when the record is
 * repeated after a crash, unless the output has changed, sorted as the records are, and not to be guessed without the run's id.
 */
export function imageIdOf(
  digest: Digest,
  runId: string,
  place: { n: number; output?: string; fingerprint?: string },
): string {
  const { n, output, fingerprint } = place
  const hash = digest.sha256(['image', runId, n, output, fingerprint].filter((part) => part !== undefined).join(' '))
  const tail: number[] = []
  for (let at = 0; at < 32; at += 2) tail.push(Number.parseInt(hash.slice(at, at + 2), 16))
  return idOf('image', startOf(runId, n), tail)
}

/** The ids of all images of records of a run, from one to another, are between these: the second is excluded. */
export function imageIdsFrom(runId: string, fromN: number, toN: number): { fromId: string; untilId: string } {
  return { fromId: idOf('image', startOf(runId, fromN), []), untilId: idOf('image', startOf(runId, toN + 1), []) }
}
