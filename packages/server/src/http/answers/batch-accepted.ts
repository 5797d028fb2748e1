import type { Batch } from '#core/batch/batch.ts'
import { presentBatch } from '#http/present/image-batch.ts'

/** A batch that has just been stored. */
export function batchAccepted(batch: Batch) {
  const nothingYet = { pending: batch.total, rendered: 0, failed: 0, cancelled: 0, finishedAt: null }
  const body = presentBatch({ ...batch, ...nothingYet })
  return { status: 202, body, headers: { location: `/v1/images/batch/${batch.id}` } } as const
}
