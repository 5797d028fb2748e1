import type { Output } from '#core/ports/data/runs.ts'
import type { Finished } from './flush-finished.ts'
import { imageIdOf } from './image-id.ts'
import type { Made } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'
import type { PendingRecord } from './run.ts'

export interface Todo {
  record: PendingRecord
  fingerprint: string
  /** What was made for the record before. */
  before: Output | null
}

export interface SortedOut {
  /** Nothing to do: the last image is made of the same. */
  unchanged: Finished[]
  /** The image is there; only writing it into the table is left. */
  unwritten: Made[]
  /** To be rendered. */
  changed: Todo[]
}

function skipped({ record, fingerprint }: Todo, { imageId }: Output): Finished {
  const { n, recordId } = record
  return {
    outcome: { n, recordId, state: 'skipped', fingerprint, imageId, writtenBack: false, reason: null },
    output: null,
  }
}

/**
 * Whether the last image only has to be written: the run that made it could not, or somebody took it out of its cell.
 * A forced run renders what others made; the retry of one renders only what failed to render.
 */
function isUnwritten({ run, action }: Chunk, { record }: Todo, { writtenBack }: Output): boolean {
  if (writtenBack && !record.needsRefill) return false
  return action.writeBack !== null && (!run.force || run.retryOf !== null)
}

/** What is left to do for each record, by what was last made for it. */
export async function sortOut(chunk: Chunk, records: readonly PendingRecord[]): Promise<SortedOut> {
  const { world, run, action, fingerprintOf } = chunk
  const outputs = await world.data.outputs.find(
    action.id,
    records.map(({ recordId }) => recordId),
  )
  const sorted: SortedOut = { unchanged: [], unwritten: [], changed: [] }
  const rest: { todo: Todo; imageId: string }[] = []
  for (const record of records) {
    const output = outputs.get(record.recordId) ?? null
    const todo = { record, fingerprint: fingerprintOf(record.fields), before: output }
    const isSame = output !== null && output.fingerprint === todo.fingerprint
    if (isSame && isUnwritten(chunk, todo, output)) rest.push({ todo, imageId: output.imageId })
    else if (isSame && !run.force) sorted.unchanged.push(skipped(todo, output))
    // before a crash, this run may have made it already
    else rest.push({ todo, imageId: imageIdOf(world.digest, run.id, record.n) })
  }
  if (rest.length === 0) return sorted
  const images = await world.data.images.getMany(rest.map(({ imageId }) => imageId))
  for (const { todo, imageId } of rest) {
    const image = images.get(imageId)
    if (image === undefined) sorted.changed.push(todo)
    else sorted.unwritten.push({ ...todo, image, isNew: false, failure: null })
  }
  return sorted
}
