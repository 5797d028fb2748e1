import type { OutputSettings } from '@pictable/model/output'
import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { DrawnVersion, Inputs, Sequence } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { RecordError } from '#core/run/record-error.ts'
import { readModifications } from '#core/template/read-modifications.ts'
import { refuseUnknownValues } from '#core/template/refuse-unknown-values.ts'
import { parseDesign } from '#core/template/save-template.ts'
import type { TemplateDesign } from '#core/template/template.ts'
import { usedVersion } from '#core/template/used-version.ts'
import { nameReceiver } from '#core/webhook/name-receiver.ts'
import { tellOfImage } from '#core/webhook/tell-of-image.ts'
import type { Image } from './image.ts'
import { keepImage } from './keep-image.ts'
import { refuseLostFiles } from './refuse-lost-files.ts'

export interface ImageRequest extends Inputs {
  /** A template, in the version that is published, else the latest, unless told; or a design, still to be checked. */
  template: { id: string; version?: number | undefined } | { design: unknown }
  /** In place of values and modifications. */
  sequence?: Sequence | undefined
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

async function versionOf(world: Pick<World, 'data'>, template: ImageRequest['template']): Promise<DrawnVersion> {
  if ('id' in template) return usedVersion(world, template.id, template.version)
  return { templateId: null, version: null, design: await parseDesign(template.design, 'template') }
}

/** Checks what a picture is to be filled with. `at`: where that stands in the request. @throws AppError `invalid_request` */
function readInputs(design: TemplateDesign, { values, modifications }: Inputs, at: string): Inputs {
  try {
    refuseUnknownValues(design, values)
    return { values, modifications: readModifications(design, modifications) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const errors = error.errors.map(({ pointer, detail }) => ({ pointer: at + pointer, detail }))
    throw new AppError(error.code, error.message, { cause: error, errors })
  }
}

function readSequence(design: TemplateDesign, sequence: Sequence): Sequence {
  const rows = sequence.rows.map((row, index) => readInputs(design, row, `/${sequence.kind}/${index}`))
  return { ...sequence, rows }
}

/** Renders one image now and keeps it. @throws AppError `image_failed` or `render_timeout` with the renderer's words */
export async function renderImage(
  world: Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'publicUrl' | 'renderer' | 'secrets' | 'storage'>,
  request: ImageRequest,
): Promise<Image> {
  const { output, metadata } = request
  const version = await versionOf(world, request.template)
  const { values, modifications } = readInputs(version.design, request, '')
  const sequence = request.sequence && readSequence(version.design, request.sequence)
  const fonts = await world.data.fonts.all()
  const { report, ...made } = await world.renderer
    .render({ version, values, modifications, output, fonts, preview: true, ...(sequence && { sequence }) })
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
    design: version.templateId === null ? version.design : null,
    actionId: null,
    runId: null,
    recordId: null,
    values,
    modifications,
    sequence: sequence ?? null,
    metadata,
    ...(await keepImage(world, made)),
    report,
    createdAt: world.clock.now(),
  }
  await refuseLostFiles(world, [kept])
  return world.data.transaction(async (data) => {
    const webhookIds = await receiversOf(world, data, request)
    const image: Image = { ...kept, webhookIds }
    await data.images.insert([image])
    await tellOfImage(world, data, { ...request, version, webhookIds, image, error: null })
    return image
  })
}
