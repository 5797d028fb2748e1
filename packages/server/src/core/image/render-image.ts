import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { nameReceiver } from '#core/webhook/name-receiver.ts'
import { recordImageEvents } from '#core/webhook/record-image-events.ts'
import { drawImage } from './draw-image.ts'
import type { Image } from './image.ts'
import { type ImageRequest, prepareImage } from './prepare-image.ts'
import { refuseLostFiles } from './refuse-lost-files.ts'

/** A record's error as the answer to a request for one image. */
export function imageFailed(error: unknown): unknown {
  if (!(error instanceof RecordError)) return error
  const code = error.code === 'render_timeout' ? 'render_timeout' : 'image_failed'
  const layer = error.layer === undefined || error.message.includes(error.layer) ? '' : ` (layer "${error.layer}")`
  return new AppError(code, `The image cannot be rendered: ${error.message}${layer}`, { cause: error })
}

async function receiversOf(
  world: Pick<World, 'clock' | 'newId'>,
  data: Data,
  { webhookUrl }: Pick<ImageRequest, 'webhookUrl'>,
): Promise<string[]> {
  return webhookUrl === undefined ? [] : [await nameReceiver(world, data, webhookUrl)]
}

/** Renders one image now and keeps it. @throws AppError `image_failed` or `render_timeout` with the renderer's words */
export async function renderImage(
  world: Pick<
    World,
    'clock' | 'data' | 'digest' | 'newId' | 'publicUrl' | 'renderer' | 'secrets' | 'storage' | 'webhookGuard'
  >,
  request: ImageRequest,
): Promise<Image> {
  const prepared = await prepareImage(world, request)
  const fonts = await world.data.fonts.all()
  const drawn = await drawImage(world, prepared, { id: world.newId('image'), fonts }).catch(async (error) => {
    if (error instanceof RecordError) {
      const reason = { code: error.code, message: error.message }
      await world.data.transaction(async (data) => {
        const webhookIds = await receiversOf(world, data, prepared)
        await recordImageEvents(world, data, [{ ...prepared, webhookIds, image: null, error: reason }])
      })
    }
    throw imageFailed(error)
  })
  await refuseLostFiles(world, [drawn])
  return world.data.transaction(async (data) => {
    const webhookIds = await receiversOf(world, data, prepared)
    const image: Image = { ...drawn, webhookIds }
    await data.images.insert([image])
    await recordImageEvents(world, data, [{ ...prepared, webhookIds, image, error: null }])
    return image
  })
}
