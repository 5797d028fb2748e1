import { refuseLostFiles } from '#core/image/refuse-lost-files.ts'
import { inParts, lengthOf } from '#core/within-size.ts'
import type { Made } from './make-image.ts'
import type { Chunk } from './open-chunk.ts'

/**
 * Keeps the new images before the table is told of them: an address that stands in the table always leads to its image,
 * and after a crash the same image is found by its id and written again, not a new one.
 * @returns the batch in the order of the run; nothing when the run was ended meanwhile
 */
export async function keepMade(chunk: Chunk, batch: readonly Made[]): Promise<Made[]> {
  const { data } = chunk.world
  // in one order everywhere, so that two that repeat the same records wait for each other and never in a circle
  const ordered = batch.toSorted((one, other) => one.record.n - other.record.n)
  const current = await data.runs.getBare(chunk.run.id)
  if (current?.state !== 'active') {
    chunk.progress = current
    return []
  }
  const images = ordered.flatMap(({ parts }) =>
    parts.flatMap(({ isNew, image }) => (isNew && image !== null ? [image] : [])),
  )
  await refuseLostFiles(chunk.world, images)
  const metadataLength = lengthOf(chunk.run.metadata)
  for (const part of inParts(images, ({ values }) => metadataLength + lengthOf(values))) await data.images.insert(part)
  return ordered
}
