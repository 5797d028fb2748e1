import type { CallAnswer, Contract } from '@pictable/client'
import { AppError } from '#core/errors.ts'
import type { Image, ImageFile } from '#core/image/image.ts'
import { imageUrl } from '#core/image/image-url.ts'

type ImageJson = CallAnswer<Contract['images']['get']>

export function presentImage(image: Image, publicUrl: string): ImageJson {
  const presentFile = (file: ImageFile) => ({
    url: imageUrl(publicUrl, image.id, file),
    width: file.widthPx,
    height: file.heightPx,
    format: file.format,
    bytes: file.sizeBytes,
  })
  const files = image.files.map(presentFile)
  const [first] = files
  if (first === undefined) throw new AppError('internal', `The image ${image.id} has no file.`)
  return {
    id: image.id,
    ...first,
    urls: Object.fromEntries(files.map((file) => [file.format, file.url])),
    files,
    template_id: image.templateId,
    template_version: image.templateVersion,
    action_id: image.actionId,
    run_id: image.runId,
    record_id: image.recordId,
    values: { ...image.values },
    modifications: image.modifications.map((modification) => ({ ...modification })),
    metadata: image.metadata,
    report: { ...image.report },
    webhook_ids: [...image.webhookIds],
    created_at: image.createdAt.toISOString(),
  }
}
