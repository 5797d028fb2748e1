import type { BatchItemState } from '@pictable/model/batch'
import type { Failure } from '@pictable/model/failure'
import type { Batch, BatchCounts, BatchItem, ListedBatch, PendingItem } from '#core/batch/batch.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'

export interface ItemOutcome {
  n: number
  state: Exclude<BatchItemState, 'pending' | 'cancelled'>
  reason: Failure | null
}

export interface BatchData {
  insert(batch: Batch): Promise<void>
  insertItems(batchId: string, items: readonly PendingItem[]): Promise<void>
  get(id: string): Promise<(Batch & BatchCounts) | null>
  /** Newest first. */
  list(options: ListOptions): Promise<Listing<ListedBatch>>
  /** In the order of the request. */
  items(batchId: string, options: ListOptions & { state?: BatchItemState }): Promise<Listing<BatchItem>>
  /** The first pending items at the places `fromN` (included) to `toN` (excluded), as many as one statement should read. */
  pending(batchId: string, fromN: number, toN: number): Promise<PendingItem[]>
  /** Their requests are deleted. @returns the places of those that were still pending */
  finish(batchId: string, outcomes: readonly ItemOutcome[], at: Date): Promise<number[]>
  /** Cancels its pending items. @returns how many there were */
  cancel(batchId: string, at: Date): Promise<number>
  /** Waits for transactions that end other items, until it locks the batch. @returns whether no item is pending then */
  lockIsEnded(batchId: string): Promise<boolean>
  /** Deletes batches of before whose items have all ended. */
  deleteEnded(createdBefore: Date): Promise<void>
}
