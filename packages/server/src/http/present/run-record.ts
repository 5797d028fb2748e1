import type { CallAnswer, Contract } from '@pictable/client'
import type { Image } from '#core/image/image.ts'
import { imageUrl, previewUrl } from '#core/image/image-url.ts'
import type { RunRecord } from '#core/run/run.ts'
import { presentFailure } from '#http/present/failure.ts'

type RunRecordJson = CallAnswer<Contract['runs']['records']>['results'][number]

export function presentRunRecord(record: RunRecord, image: Image | undefined, publicUrl: string): RunRecordJson {
  const file = image?.files[0]
  return {
    n: record.n,
    record_id: record.recordId,
    label: record.label,
    state: record.state,
    reason: presentFailure(record.reason),
    image_id: record.imageId,
    image_url: image && file ? imageUrl(publicUrl, image.id, file) : null,
    preview_url: image ? previewUrl(publicUrl, image) : null,
    warnings: [...record.warnings],
    written_back: record.writtenBack,
    finished_at: record.finishedAt?.toISOString() ?? null,
  }
}
