import type { BatchItemState } from '@pictable/model/batch'
import type { Failure } from '@pictable/model/failure'
import type { PreparedImage } from '#core/image/prepare-image.ts'
import type { TemplateDesign } from '#core/template/template.ts'

/** Images that were asked for together. How far it is, its items say. */
export interface Batch {
  id: string
  total: number
  /** Unnamed receivers of the end of this batch alone. */
  webhookIds: readonly string[]
  createdAt: Date
}

/** Always `total = pending + rendered + failed + cancelled`. */
export interface BatchCounts extends Readonly<Record<BatchItemState, number>> {
  /** Null while items are pending. */
  finishedAt: Date | null
}

/** A batch in a list. */
export type ListedBatch = Batch & Readonly<Record<BatchItemState, number>>

/** What an item is rendered from: checked, with the version of its template that was used when it was accepted. */
export interface ItemRequest
  extends Pick<PreparedImage, 'values' | 'modifications' | 'sequence' | 'output' | 'metadata'> {
  template: { id: string; version: number } | { design: TemplateDesign }
  /** Unnamed receivers of this image alone. */
  webhookIds: readonly string[]
}

export interface BatchItem {
  /** Its place in the request, from 0. */
  n: number
  state: BatchItemState
  reason: Failure | null
  finishedAt: Date | null
}

/** One that is still to be rendered; the request of others is no longer stored. */
export interface PendingItem {
  n: number
  request: ItemRequest
}
