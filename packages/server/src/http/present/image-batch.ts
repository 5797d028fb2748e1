import type { CallAnswer, Contract } from '@pictable/client'
import type { BatchState } from '@pictable/model/batch'
import type { Batch, BatchCounts, BatchItem, ListedBatch } from '#core/batch/batch.ts'
import type { MadeImage } from '#core/image/image.ts'
import { previewUrl } from '#core/image/image-url.ts'
import { presentFailure } from './failure.ts'
import { presentMade } from './image.ts'

type BatchJson = CallAnswer<Contract['imageBatches']['create']>
type ListedJson = CallAnswer<Contract['imageBatches']['list']>['results'][number]
type ItemJson = CallAnswer<Contract['imageBatches']['get']>['results'][number]

function stateOf({ pending, cancelled }: ListedBatch | BatchCounts): BatchState {
  if (pending > 0) return 'active'
  return cancelled > 0 ? 'cancelled' : 'completed'
}

function presentState(batch: ListedBatch) {
  const { id, total, rendered, failed, cancelled, pending, webhookIds, createdAt } = batch
  return {
    id,
    state: stateOf(batch),
    total,
    rendered,
    failed,
    cancelled,
    pending,
    webhook_ids: [...webhookIds],
    created_at: createdAt.toISOString(),
  }
}

export function presentListedBatch(batch: ListedBatch, images: readonly MadeImage[], publicUrl: string): ListedJson {
  return { ...presentState(batch), preview_urls: images.map((image) => previewUrl(publicUrl, image)) }
}

export function presentBatch(batch: Batch & BatchCounts): BatchJson {
  return { ...presentState(batch), finished_at: batch.finishedAt?.toISOString() ?? null }
}

export function presentItem(
  { n, state, reason, finishedAt }: BatchItem,
  { id, image }: { id: string; image: MadeImage | undefined },
  publicUrl: string,
): ItemJson {
  return {
    index: n,
    state,
    image_id: id,
    image: image === undefined ? null : presentMade(image, publicUrl),
    error: presentFailure(reason),
    finished_at: finishedAt?.toISOString() ?? null,
  }
}
