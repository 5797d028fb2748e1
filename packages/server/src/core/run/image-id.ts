import { idOf, sortedLettersOf, timePartOf } from '#core/ids.ts'
import { type ActionOutput, shownName } from '#core/output/outputs-of.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { Run } from './run.ts'

/** Enough for 33 million records. */
const placeLetters = 5

/**
 * The id of the image of a record of a run, for each of its outputs another one: the same when the record is repeated after a
 * crash, sorted as the records are, and not to be guessed without the run's id.
 */
export function imageIdOf(digest: Digest, runId: string, place: { n: number; output?: string }): string {
  const { n, output = '' } = place
  const hash = digest.sha256(`image ${runId} ${n}${output === '' ? '' : ` ${output}`}`)
  const tail: number[] = []
  for (let at = 0; at < 32; at += 2) tail.push(Number.parseInt(hash.slice(at, at + 2), 16))
  return idOf('image', timePartOf(runId) + sortedLettersOf(n, placeLetters), tail)
}

/**
 * The output that was the first when the run began: the ids of its images are made without its name. While the run is active,
 * it may be renamed and others may come before it. Runs of earlier releases have no names.
 */
export function firstOfRun<T extends Pick<ActionOutput, 'name'>>(
  { outputNames }: Pick<Run, 'outputNames'>,
  outputs: readonly T[],
): T | undefined {
  const [now] = outputs
  const isNew = now !== undefined && !outputNames.includes(shownName(now))
  return outputs.find((output) => shownName(output) === outputNames[0]) ?? (isNew ? now : undefined)
}
