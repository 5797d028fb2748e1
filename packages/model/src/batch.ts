/** Of a batch of images: `active` until each of its items has ended; `cancelled` when some of them were. */
export const batchStates = ['active', 'completed', 'cancelled'] as const

export type BatchState = (typeof batchStates)[number]

export const batchItemStates = ['pending', 'rendered', 'failed', 'cancelled'] as const

export type BatchItemState = (typeof batchItemStates)[number]
