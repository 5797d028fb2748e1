import { joinPdfs } from '@pictable/renderer/join-pdfs'
import { AppError } from '#core/errors.ts'
import type { ImageFilter } from '#core/ports/data/runs.ts'
import type { World } from '#core/ports/world.ts'
import { matchingImages } from './archive-images.ts'
import type { Image } from './image.ts'
import { imageKey } from './image-url.ts'

/** Files read side by side before they are joined: a bucket answers each after some milliseconds. */
const LANES = 8

type Needs = Pick<World, 'data' | 'storage' | 'publicUrl'>

/** The files of images in the order in which these were made; of an output of a record only its newest one. */
async function currentFiles(world: Needs, filter: ImageFilter): Promise<Image['files'][]> {
  const found: Image['files'][] = []
  const records = new Set<string>()
  for await (const images of matchingImages(world, filter)) {
    for (const image of images) {
      const record = image.recordId === null ? image.id : JSON.stringify([image.actionId, image.recordId, image.output])
      if (!records.has(record)) found.push(image.files)
      records.add(record)
    }
  }
  return found.reverse()
}

/**
 * `joinImages()` gives one PDF with the pages of all images that match, piece by piece.
 * @throws AppError `invalid_request` when there are none, or one of them has no PDF; `file_damaged` when one does not match its
 * SHA-256. One that changes after that breaks the answer off.
 */
export async function joinImages(world: Needs, filter: ImageFilter): Promise<AsyncGenerator<Uint8Array>> {
  const images = await currentFiles(world, filter)
  const keys = images.flatMap((files) => files.filter(({ format }) => format === 'pdf').map(imageKey))
  const lacking = images.filter((files) => files.every(({ format }) => format !== 'pdf')).length
  if (images.length === 0) throw new AppError('invalid_request', 'No image matches, and a PDF needs at least one page.')
  if (lacking > 0) {
    const message = `${lacking} of ${images.length} images have no PDF. Add PDF to the formats of the action, run it again, and join the images of that run.`
    throw new AppError('invalid_request', message)
  }
  await assertWhole(world, keys)
  return joinPdfs(filesOf(world, keys))
}

const missing = (key: string) => new AppError('storage_unavailable', `The file "${key}" is missing in the storage.`)

/** Reads every file before the first byte of the answer: one that breaks off midway has the status 200. */
async function assertWhole({ storage }: Needs, keys: readonly string[]): Promise<void> {
  const rest = keys.values()
  const lane = async () => {
    for (const key of rest) if ((await storage.open(key)) === null) throw missing(key)
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

async function* filesOf({ storage }: Needs, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const bytes = await storage.get(key)
    if (bytes === null) throw missing(key)
    yield bytes
  }
}
