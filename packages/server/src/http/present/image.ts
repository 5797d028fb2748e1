import type { CallAnswer, Contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import type { Image, ImageFile, MadeImage } from '#core/image/image.ts'
import { imageUrl } from '#core/image/image-url.ts'
import type { Inputs, Sequence } from '#core/ports/renderer.ts'

type ImageJson = CallAnswer<Contract['images']['get']>
type MadeJson = NonNullable<CallAnswer<Contract['imageBatches']['get']>['results'][number]['image']>

function presentInputs({ values, modifications }: Inputs) {
  return { values: { ...values }, modifications: modifications.map((modification) => ({ ...modification })) }
}

export function presentMade(image: MadeImage, publicUrl: string): MadeJson {
  const presentFile = (file: ImageFile) => ({
    url: imageUrl(publicUrl, image.id, file),
    width: file.widthPx,
    height: file.heightPx,
    format: file.format,
    bytes: file.sizeBytes,
  })
  const files = image.files.map(presentFile)
  const { thumbnail, preview } = image
  const [first] = files
  if (first === undefined) throw new AppError('internal', `The image ${image.id} has no file.`)
  return {
    id: image.id,
    ...first,
    urls: Object.fromEntries(files.map((file) => [file.format, file.url])),
    files,
    thumbnail: thumbnail && presentFile(thumbnail),
    preview: preview && presentFile(preview),
    template_id: image.templateId,
    template_version: image.templateVersion,
    created_at: image.createdAt.toISOString(),
  }
}

export function presentImage(image: Image, publicUrl: string): ImageJson {
  const { sequence } = image
  // Reports that were stored before 2026-12 have it.
  const { firstOfProcess: _, ...report } = image.report
  const rowsOf = (kind: Sequence['kind']) => (sequence?.kind === kind ? sequence.rows.map(presentInputs) : null)
  return {
    ...presentMade(image, publicUrl),
    action_id: image.actionId,
    run_id: image.runId,
    record_id: image.recordId,
    output: image.output,
    file_name: image.fileName,
    design: image.design && { ...image.design },
    ...presentInputs(image),
    pages: rowsOf('pages'),
    frames: rowsOf('frames'),
    metadata: image.metadata,
    report,
    webhook_ids: [...image.webhookIds],
    unpublished_at: image.unpublishedAt?.toISOString() ?? null,
  }
}
