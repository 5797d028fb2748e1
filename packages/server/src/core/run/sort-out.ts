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
  /** Of the image that this run makes of it. */
  imageId: string
}

export interface SortedOut {
  /** Nothing to do: the last image is made of the same. */
  unchanged: Finished[]
  /** The image is there; only writing it into the table is left. */
  unwritten: Made[]
  /** To be rendered. */
  changed: Todo[]
}

function skipped({ record, fingerprint }: Pick<Todo, 'record' | 'fingerprint'>, { imageId }: Output): Finished {
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
function isUnwritten({ run, action }: Chunk, record: PendingRecord, { writtenBack }: Output): boolean {
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
    const before = outputs.get(record.recordId) ?? null
    const fingerprint = fingerprintOf(record.fields)
    const isSame = before !== null && before.fingerprint === fingerprint
    const isThere = isSame && isUnwritten(chunk, record, before)
    if (isSame && !isThere && !run.force) {
      sorted.unchanged.push(skipped({ record, fingerprint }, before))
      continue
    }
    const todo = { record, fingerprint, before, imageId: imageIdOf(world.digest, run.id, record.n) }
    // before a crash, this run may have made it already
    rest.push({ todo, imageId: isThere ? before.imageId : todo.imageId })
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
