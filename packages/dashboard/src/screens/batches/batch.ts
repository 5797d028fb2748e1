import type { CallAnswer, Contract } from '@pictable/client'

type Batches = Contract['imageBatches']

export type Batch = CallAnswer<Batches['cancel']>
export type ListedBatch = CallAnswer<Batches['list']>['results'][number]
export type BatchItem = CallAnswer<Batches['get']>['results'][number]

/** The event stream tells nothing of batches: while one is rendered, and to see new ones. */
export const READ_AGAIN_MS = 1500
export const LOOK_FOR_NEW_MS = 5000

type Counts = Pick<Batch, 'state' | 'rendered' | 'failed'>

/** What a badge says of a batch: how it came out, or its state until then. */
export function statusOf({ state, rendered, failed }: Counts) {
  if (state !== 'completed' || failed === 0) return state
  return rendered === 0 ? 'failed' : 'completed_with_failures'
}
