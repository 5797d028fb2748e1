import type { Failure } from '@pictable/model/failure'
import type { DeliveryState, EventName, PauseReason, WebhookFormat } from '@pictable/model/webhook'

/** Why a webhook rests: its owner wants it, it answered 410 Gone, or nothing has arrived there for days. */
export interface Pause {
  reason: PauseReason
  message: string
  at: string
}

/** Signs deliveries; an older one goes on signing beside the new one until `expiresAt`. */
export interface SigningSecret {
  text: string
  /** ISO 8601; null for the newest. */
  expiresAt: string | null
}

/** A receiver and what it wants to be told. */
export interface Webhook {
  id: string
  /** null for a receiver that a trigger named by its URL alone: it hears of that run or image only. */
  name: string | null
  /** What is sent; it never changes. */
  format: WebhookFormat
  /** Of email `mailto:` and its recipients. */
  url: string
  /** Custom headers as sealed JSON; null when there are none. */
  sealedHeaders: string | null
  /** Signing secrets, newest first, as sealed JSON; null when there are none. */
  sealedSecrets: string | null
  /** Copied into every body, its secrets as masks; null when not configured. */
  userDefined: Readonly<Record<string, unknown>> | null
  /** The same with its secrets in the clear, as sealed JSON; null when it has none. */
  sealedUserDefined: string | null
  /** null = all */
  events: readonly EventName[] | null
  /** Of these, only what failed: see `reports-failure.ts`. */
  onlyFailures: boolean
  /** null = all */
  actionIds: readonly string[] | null
  timeoutMs: number
  /** null while it is active. */
  pause: Pause | null
  /** First failed attempt since the last success; null when the last attempt was good. */
  failingSince: Date | null
  /** Failed attempts since the last success. */
  failedAttempts: number
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** One event for one receiver. */
export interface Delivery {
  id: string
  webhookId: string
  eventId: string
  event: EventName
  actionId: string | null
  runId: string | null
  recordId: string | null
  /** Of an email: each recipient has a delivery, so that one who is refused makes no one else get it twice. */
  recipient: string | null
  isTest: boolean
  /**
   * The exact JSON text that is sent (of an email, its parts), the same on every attempt; secrets of `user_defined` as masks. null when it was too
   * large to keep.
   */
  body: string | null
  /** The text with its secrets, as sealed JSON (`delivery-body.ts`); null when `body` has none. */
  sealedBody: string | null
  state: DeliveryState
  /** How often it was tried. */
  attempts: number
  /** Attempts before the last replay: the schedule begins anew behind them. */
  replayedAfter: number
  nextAttemptAt: Date
  /** Status of the last answer. */
  lastStatus: number | null
  /** Why the last attempt, or all of it, failed. */
  reason: Failure | null
  createdAt: Date
  finishedAt: Date | null
}

/** How long the stages of an attempt took, in milliseconds; null for one that was not needed, or not reached. */
export interface Timings {
  dnsMs: number | null
  connectMs: number | null
  firstByteMs: number | null
  totalMs: number
}

/** One HTTP request of a delivery. */
export interface Attempt {
  n: number
  at: Date
  timings: Timings
  /** As sent; secrets and values of custom headers masked. */
  requestHeaders: Readonly<Record<string, string>>
  status: number | null
  answerHeaders: Readonly<Record<string, string>>
  /** Head of the answer, at most 64 KiB. */
  answerBody: string
  error: Failure | null
  /** null when there is no next one. */
  nextAttemptAt: Date | null
}

/** `webhook-id`: what receivers tell duplicates by. */
export function messageIdOf({ id }: Pick<Delivery, 'id'>): string {
  return `msg_${id.slice(id.indexOf('_') + 1)}`
}
