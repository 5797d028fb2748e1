import { createFileNames } from '@pictable/model/archive-names'
import { AppError } from '#core/errors.ts'
import type { ImageFilter } from '#core/ports/data/runs.ts'
import type { OpenedFile } from '#core/ports/storage.ts'
import type { World } from '#core/ports/world.ts'
import { csvLine, csvMark } from '#core/table/csv-line.ts'
import { guarded } from '#core/table/formula-guard.ts'
import { shortened } from '#core/words.ts'
import type { Image, ImageFile } from './image.ts'
import { fileExtensionOf, imageKey, imageUrl, nameOfImage } from './image-url.ts'

/** So many images one archive holds at most. */
export const mostArchived = 10_000

const manifest = 'images.csv'
/** It has no time of its own, so that the same images give the same archive: the first that ZIP knows in any zone. */
const manifestAt = new Date('1980-01-02T00:00:00Z')
const pageSize = 100

/** Of a name by the pattern of the action. */
const numbered =
  'Another image has the same file name, so a number was added. Add a field with unique values to the file name of the action.'

const columns = ['file', 'image_id', 'action', 'record_id', 'label', 'url', 'created_at', 'problem', 'output']

export interface ArchivedFile extends OpenedFile {
  name: string
  /** When it was made. */
  at: Date
}

type Needs = Pick<World, 'data' | 'storage' | 'publicUrl'>

/** @throws AppError `invalid_request` when more match than one archive holds */
export async function refuseTooMany(world: Pick<World, 'data'>, filter: ImageFilter): Promise<void> {
  if (!(await world.data.images.isMoreThan(mostArchived, filter))) return
  throw new AppError(
    'invalid_request',
    `Too many images match: an archive can contain at most ${mostArchived}. Narrow the filter, for example to one action or one month.`,
  )
}

/** Newest first, in pages. */
export async function* matchingImages(world: Needs, filter: ImageFilter): AsyncGenerator<Image[]> {
  let after: string | null = null
  for (let left = mostArchived; left > 0; ) {
    const options = { ...filter, limit: Math.min(left, pageSize), ...(after !== null && { after }) }
    const { results, next } = await world.data.images.list(options)
    yield results
    if (next === null) return
    left -= results.length
    after = next
  }
}

/** A file that cannot be read is no reason to withhold the others. */
async function opened({ storage }: Needs, file: ImageFile): Promise<OpenedFile | string> {
  try {
    return (await storage.open(imageKey(file))) ?? 'The file is missing in the storage.'
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

function createTitles(world: Needs): (actionId: string | null) => Promise<string> {
  const known = new Map<string, string>()
  return async (actionId) => {
    if (actionId === null) return ''
    const title = known.get(actionId) ?? (await world.data.actions.get(actionId))?.title ?? actionId
    known.set(actionId, title)
    return title
  }
}

interface Naming {
  label: string
  file: ImageFile
  nameOf: ReturnType<typeof createFileNames>
  /** The records of the newest images, by the names of their files. */
  owners: Map<string, string>
}

const recordOf = ({ actionId, recordId, id }: Image) => (recordId === null ? id : `${actionId} ${recordId}`)

/** The name of a file in the archive, and what should be checked about it. */
function named(image: Image, { label, file, nameOf, owners }: Naming): { name: string; problem: string } {
  const { fileName } = image
  const extension = fileExtensionOf(file)
  if (fileName === null) return { name: nameOf(nameOfImage(label, image), image.id, extension), problem: '' }
  const asked = `${fileName}.${extension}`
  const name = nameOf({ stem: fileName }, image.id, extension)
  const owner = owners.get(asked.toLowerCase()) ?? recordOf(image)
  owners.set(asked.toLowerCase(), owner)
  // An older image of a record has the name of the newer one by right.
  return { name, problem: name === asked || owner === recordOf(image) ? '' : numbered }
}

const said = (text: string | null) => text ?? ''

/**
 * `archiveImages()` opens the files of all images that match, newest first, one after the other, and ends with a table
 * of them. Its rows also name what could not be read.
 */
export async function* archiveImages(world: Needs, filter: ImageFilter): AsyncGenerator<ArchivedFile> {
  const nameOf = createFileNames([manifest])
  const owners = new Map<string, string>()
  const titleOf = createTitles(world)
  const lines = [csvMark, csvLine(columns)]
  for await (const images of matchingImages(world, filter)) {
    const labels = await world.data.images.labels(images.map(({ id }) => id))
    for (const image of images) {
      const label = labels.get(image.id) ?? wordsOf(image)
      const facts = [await titleOf(image.actionId), said(image.recordId), label]
      for (const file of image.files) {
        const found = await opened(world, file)
        const isMissing = typeof found === 'string'
        const { name, problem } = isMissing
          ? { name: '', problem: found }
          : named(image, { label, file, nameOf, owners })
        const ends = [imageUrl(world.publicUrl, image.id, file), image.createdAt.toISOString(), problem]
        lines.push(csvLine([name, image.id, ...facts, ...ends, said(image.output)].map(guarded)))
        if (!isMissing) yield { ...found, name, at: image.createdAt }
      }
    }
  }
  const bytes = new TextEncoder().encode(lines.join(''))
  yield { name: manifest, at: manifestAt, sizeBytes: bytes.length, bytes: piecesOf(bytes) }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** What an image that is of no record shows: the first words that it was made of. */
function wordsOf({ values }: Image): string {
  const words = Object.values(values).find(
    (value) => typeof value === 'string' && value !== '' && !/^(asset:|https?:|data:)/.test(value),
  )
  return shortened(words?.toString() ?? '', 200)
}
