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
 * Whether the image is there and only its writing is left: made by this run before a crash, or by one that could not
 * write it, or taken out of its cell by somebody. A forced run renders what others made; the retry of one renders only what failed to render.
 */
function isUnwritten({ world, run, action }: Chunk, { record }: Todo, { imageId, writtenBack }: Output): boolean {
  if (writtenBack && !record.needsRefill) return false
  if (imageId === imageIdOf(world.digest, run.id, record.n)) return true
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
  const unwritten: { todo: Todo; imageId: string }[] = []
  for (const record of records) {
    const output = outputs.get(record.recordId) ?? null
    const todo = { record, fingerprint: fingerprintOf(record.fields), before: output }
    const isSame = output !== null && output.fingerprint === todo.fingerprint
    if (isSame && isUnwritten(chunk, todo, output)) unwritten.push({ todo, imageId: output.imageId })
    else if (isSame && !run.force) sorted.unchanged.push(skipped(todo, output))
    else sorted.changed.push(todo)
  }
  if (unwritten.length === 0) return sorted
  const images = await world.data.images.getMany(unwritten.map(({ imageId }) => imageId))
  for (const { todo, imageId } of unwritten) {
    const image = images.get(imageId)
    if (image === undefined) sorted.changed.push(todo)
    else sorted.unwritten.push({ ...todo, image, isNew: false, failure: null })
  }
  return sorted
}
