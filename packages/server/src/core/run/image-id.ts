import { idOf, timePartOf } from '#core/ids.ts'
import type { Digest } from '#core/ports/digest.ts'

/** The id of the image of a record of a run: the same when the record is repeated after a crash, and not to be guessed without the run's id. */
export function imageIdOf(digest: Digest, runId: string, n: number): string {
  const hash = digest.sha256(`image ${runId} ${n}`)
  return idOf(
    'image',
    timePartOf(runId),
    Array.from({ length: 16 }, (_, index) => Number.parseInt(hash.slice(2 * index, 2 * index + 2), 16)),
  )
}
