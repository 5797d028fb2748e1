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
 * What a webhook is sent: `standard` the signed JSON of each event, `slack` a message for Slack or a product that takes the same, `email`
 * a message to each recipient.
 */
export const webhookFormats = ['standard', 'slack', 'email'] as const

export type WebhookFormat = (typeof webhookFormats)[number]

/** No one reads an email for each of a thousand images. */
const mailedEvents = [
  'run.completed',
  'run.failed',
  'batch.completed',
  'batch.cancelled',
] as const satisfies readonly EventName[]

/** What each format has a message for. */
export const eventsOfFormat: Readonly<Record<WebhookFormat, readonly EventName[]>> = {
  standard: eventNames,
  slack: eventNames,
  email: mailedEvents,
}

/** What people are notified of unless they choose. */
export const eventsForPeople: readonly EventName[] = ['run.completed', 'run.failed']

/** Of an email webhook. */
export const MAX_RECIPIENTS = 20

/**
 * `paused`: its webhook is paused. `failed`: no attempt is left, and its reason says why. A replay sends both again, with
 * the same webhook-id and bytes.
 */
export const deliveryStates = ['pending', 'delivered', 'failed', 'paused'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** Why a webhook is paused: by its owner, because it answered 410 Gone, or because nothing has arrived there for days. */
export const pauseReasons = ['owner', 'gone', 'failing'] as const

export type PauseReason = (typeof pauseReasons)[number]
