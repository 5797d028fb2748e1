import type { Output } from '#core/ports/data/runs.ts'
import type { Made } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'

/** What was last made for a record: from now on only writing it into the table is left. */
function outputOf({ action }: Chunk, { record, fingerprint, image }: Made): Output[] {
  if (image === null) return []
  return [{ actionId: action.id, recordId: record.recordId, fingerprint, imageId: image.id, writtenBack: false }]
}

/**
 * Keeps the new images before the table is told of them: an address that stands in the table always leads to its image,
 * and after a crash the same image is written again, not a new one.
 * @returns the batch in the order of the run; nothing when the run was ended meanwhile
 */
export async function keepMade(chunk: Chunk, batch: readonly Made[]): Promise<Made[]> {
  const { world, run } = chunk
  // in one order everywhere, so that two that repeat the same records wait for each other and never in a circle
  const ordered = batch.toSorted((one, other) => one.record.n - other.record.n)
  const fresh = ordered.filter(({ isNew }) => isNew)
  const images = fresh.flatMap(({ image }) => (image === null ? [] : [image]))
  return world.data.transaction(async (data) => {
    const current = await data.runs.get(run.id)
    if (current?.state !== 'active') {
      chunk.progress = current
      return []
    }
    if (images.length === 0) return ordered
    await data.images.insert(images)
    await data.outputs.upsert(fresh.flatMap((made) => outputOf(chunk, made)))
    return ordered
  })
}
