/** Everything that a webhook can be notified of. */
export const eventNames = [
  'image.created',
  'image.failed',
  'run.started',
  'run.completed',
  'run.failed',
  'batch.completed',
  'batch.cancelled',
] as const

export type EventName = (typeof eventNames)[number]

/**
 * `paused`: its webhook is paused. `failed`: no attempt is left, and its reason says why. A replay sends both again, with
 * the same webhook-id and bytes.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'paused'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** Why a webhook is paused: by its owner, because it answered 410 Gone, or because nothing has arrived there for days. */
export const pauseReasons = ['owner', 'gone', 'failing'] as const

export type PauseReason = (typeof pauseReasons)[number]
