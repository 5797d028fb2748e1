import { AppError } from '#core/errors.ts'
import type { RenderedFile } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { usedVersion } from '#core/template/used-version.ts'
import type { Image, ImageFile } from './image.ts'
import { imageKey } from './image-url.ts'
import { keepFile } from './keep-image.ts'
import { refuseLostFiles } from './refuse-lost-files.ts'
import { imageFailed } from './render-image.ts'

type Needs = Pick<World, 'clock' | 'data' | 'digest' | 'renderer' | 'storage'>

/** A PDF is not decoded: what it was made of is drawn again. */
async function drawAgain({ data, renderer }: Needs, image: Image): Promise<RenderedFile | undefined> {
  const { templateId, templateVersion, design, values, modifications, sequence } = image
  const version =
    design === null
      ? await usedVersion({ data }, templateId ?? '', templateVersion ?? undefined)
      : { templateId: null, version: null, design }
  const [row = { values, modifications }] = sequence?.rows ?? []
  const fonts = await data.fonts.all()
  return (await renderer.render({ version, ...row, output: { formats: [] }, preview: true, fonts })).preview
}

async function makePreview(world: Needs, image: Image): Promise<RenderedFile | undefined> {
  const picture = image.files.find(({ format }) => format !== 'pdf')
  if (picture === undefined) return drawAgain(world, image)
  const bytes = await world.storage.get(imageKey(picture))
  if (bytes === null) throw new AppError('file_missing', `The file of the image ${image.id} is missing in the storage.`)
  return world.renderer.makePreview(bytes)
}

async function addPreview(world: Needs, image: Image): Promise<ImageFile> {
  const made = await makePreview(world, image).catch((error: unknown) => {
    throw error instanceof RecordError ? imageFailed(error) : error
  })
  if (made === undefined) throw new AppError('internal', 'The renderer returned no preview.')
  const preview = await keepFile(world, made)
  await refuseLostFiles(world, [{ files: [], thumbnail: null, preview }])
  await world.data.images.addPreview(image.id, preview, world.clock.now())
  return preview
}

/** Each holds an image of several megabytes in memory, and a place in a render process that runs need too. */
const MAX_AT_ONCE = 4

function createTurns(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let free = count
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}

/** Gives an image of an earlier release its preview: once for all who ask for it, and for a few images at a time. */
export function createPreviewImage(): (world: Needs, image: Image) => Promise<ImageFile> {
  const underWay = new Map<string, Promise<ImageFile>>()
  const inTurn = createTurns(MAX_AT_ONCE)
  return async (world, image) => {
    if (image.preview !== null) return image.preview
    const known = underWay.get(image.id)
    if (known !== undefined) return known
    const adding = inTurn(() => addPreview(world, image)).finally(() => underWay.delete(image.id))
    underWay.set(image.id, adding)
    return adding
  }
}
