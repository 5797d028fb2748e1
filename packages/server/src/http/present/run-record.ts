import type { CallAnswer, Contract } from '@pictable/client'
import type { Image } from '#core/image/image.ts'
import { imageUrl, previewUrl } from '#core/image/image-url.ts'
import type { RunRecord } from '#core/run/run.ts'
import { presentFailure } from '#http/present/failure.ts'

type RunRecordJson = CallAnswer<Contract['runs']['records']>['results'][number]

function presentImageOf(id: string | null, images: ReadonlyMap<string, Image>, publicUrl: string) {
  const image = images.get(id ?? '')
  const file = image?.files[0]
  return {
    image_id: id,
    image_url: image && file ? imageUrl(publicUrl, image.id, file) : null,
    preview_url: image ? previewUrl(publicUrl, image) : null,
  }
}

/** `images`: those that the record names, as far as they are there. */
export function presentRunRecord(
  record: RunRecord,
  images: ReadonlyMap<string, Image>,
  publicUrl: string,
): RunRecordJson {
  return {
    n: record.n,
    record_id: record.recordId,
    label: record.label,
    state: record.state,
    reason: presentFailure(record.reason),
    ...presentImageOf(record.imageId, images, publicUrl),
    outputs: record.outputs.map(({ name, state, reason, imageId, writtenBack }) => ({
      ...{ name, state, reason: presentFailure(reason) },
      ...presentImageOf(imageId, images, publicUrl),
      written_back: writtenBack,
    })),
    warnings: [...record.warnings],
    written_back: record.writtenBack,
    finished_at: record.finishedAt?.toISOString() ?? null,
  }
}
