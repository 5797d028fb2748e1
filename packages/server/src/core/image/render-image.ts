import type { OutputSettings } from '#core/action/action.ts'
import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { Modification, TemplateValue } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { readModifications } from '#core/template/read-modifications.ts'
import { refuseUnknownValues } from '#core/template/refuse-unknown-values.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { nameReceiver } from '#core/webhook/name-receiver.ts'
import { tellOfImage } from '#core/webhook/tell-of-image.ts'
import type { Image } from './image.ts'
import { keepImage } from './keep-image.ts'

export interface ImageRequest {
  templateId: string
  /** The published one, else the latest, when absent. */
  version?: number | undefined
  values: Readonly<Record<string, TemplateValue>>
  modifications: readonly Modification[]
  output: OutputSettings
  metadata: Readonly<Record<string, unknown>> | null
  /** Told of this image; has been checked. */
  webhookUrl?: string | undefined
}

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
  { webhookUrl }: ImageRequest,
): Promise<string[]> {
  return webhookUrl === undefined ? [] : [await nameReceiver(world, data, webhookUrl)]
}

/** Renders one image now and keeps it. @throws AppError `image_failed` or `render_timeout` with the renderer's words */
export async function renderImage(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'publicUrl' | 'renderer' | 'storage'>,
  request: ImageRequest,
): Promise<Image> {
  const { values, output, metadata } = request
  const version = await usedVersion(world, request.templateId, request.version)
  refuseUnknownValues(version.design, values)
  const modifications = readModifications(version.design, request.modifications)
  const { files, report } = await world.renderer
    .render({ version, values, modifications, output })
    .catch(async (error) => {
      if (error instanceof RecordError) {
        const { code, message } = error
        await world.data.transaction(async (data) => {
          const webhookIds = await receiversOf(world, data, request)
          const reason = { code, message }
          await tellOfImage(world, data, { ...request, version, webhookIds, image: null, error: reason })
        })
      }
      throw imageFailed(error)
    })
  const kept = {
    id: world.newId('image'),
    templateId: version.templateId,
    templateVersion: version.version,
    actionId: null,
    runId: null,
    recordId: null,
    values,
    modifications,
    metadata,
    files: await keepImage(world, files),
    report,
    createdAt: world.clock.now(),
  }
  return world.data.transaction(async (data) => {
    const webhookIds = await receiversOf(world, data, request)
    const image: Image = { ...kept, webhookIds }
    await data.images.insert([image])
    await tellOfImage(world, data, { ...request, version, webhookIds, image, error: null })
    return image
  })
}
