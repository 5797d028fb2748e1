import type { Failure } from '@pictable/model/failure'
import type { DeliveryState, EventName } from '@pictable/model/webhook'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'
import type { Attempt, Delivery, Pause, Webhook } from '#core/webhook/webhook.ts'

/** What a receiver of an event must match. */
export interface Audience {
  actionId: string | null
  events: readonly EventName[]
  /** Unnamed receivers of the run or image, by id. */
  webhookIds: readonly string[]
}

/** Deleting a webhook deletes its deliveries. `list` leaves out unnamed receivers. */
export interface WebhookData extends EditableResources<Webhook> {
  getMany(ids: readonly string[]): Promise<Webhook[]>
  /** Named webhooks that want one of the events, and the unnamed ones asked for; paused ones too. */
  matching(audience: Audience): Promise<Webhook[]>
  /** The unnamed receiver at this URL, made, or woken as by `resume()`, where needed. @returns its id */
  ensureUnnamed(webhook: Webhook): Promise<string>
  /** Pauses it and all that waits to be sent; running attempts end. @returns whether it was active */
  pause(id: string, pause: Pause): Promise<boolean>
  /** Wakes it. What was held back meanwhile becomes pending, or is given up for `reason`. */
  resume(id: string, held: { at: Date; giveUp: Failure | null }): Promise<void>
  /**
   * Puts deliveries that `owner` has claimed and not attempted back into the queue of their webhook. When that is paused, its queue is
   * held back; when it was deleted, its queue is emptied.
   */
  giveBack(id: string, claimed: { owner: string; deliveryIds: readonly string[]; at: Date }): Promise<void>
  /** Sends what is held back, from this id on, although its webhook is active: it was written while that was being woken. */
  sendHeld(at: Date, fromId: string): Promise<void>
  /** Unnamed receivers without deliveries that have not been used since; not those of runs whose failed records can be tried again. */
  deleteUnused(since: Date): Promise<void>
}

export interface DeliveryFilter {
  webhookId?: string
  runId?: string
  state?: DeliveryState
  event?: EventName
}

/** A delivery to be attempted, leased by this process. Bodies over 4 KiB are left out (null): thousands may wait in memory. */
export type ClaimedDelivery = Pick<
  Delivery,
  | 'id'
  | 'webhookId'
  | 'event'
  | 'recipient'
  | 'body'
  | 'sealedBody'
  | 'attempts'
  | 'replayedAfter'
  | 'lastStatus'
  | 'createdAt'
>

/** What became of an attempt, and what is next. */
export interface SettledAttempt {
  deliveryId: string
  webhookId: string
  attempt: Attempt
  /** `pending` with `attempt.nextAttemptAt`; it is stored as `paused` when the webhook is paused by then. */
  state: DeliveryState
}

/** A webhook whose last attempts failed. */
export interface FailingWebhook {
  id: string
  failingSince: Date
  failedAttempts: number
}

export interface DeliveryData {
  get(id: string): Promise<Delivery | null>
  /** Without bodies. Newest first. */
  list(options: ListOptions & DeliveryFilter): Promise<Listing<Delivery>>
  /** Oldest first. */
  attempts(id: string): Promise<Attempt[]>
  /** Wakes the dispatchers of every process when the transaction commits. */
  insert(deliveries: readonly Delivery[]): Promise<void>
  /** Claims what is due, oldest first, for `owner` until the lease ends: as many of each webhook as `rooms` says, else `otherRoom`. */
  claim(options: {
    at: Date
    leaseUntil: Date
    owner: string
    rooms: ReadonlyMap<string, number>
    otherRoom: number
  }): Promise<ClaimedDelivery[]>
  /** When the next one is due; null when nothing waits. */
  nextDueAt(): Promise<Date | null>
  /** How much is still to be sent, and what of it is due and not yet claimed. */
  backlog(at: Date): Promise<{ pending: number; due: number; oldestDueAt: Date | null }>
  /** Shortens waits and leases that a clock which was ahead has set: to the time that each was given, from now on. */
  reclaim(options: { at: Date; leaseMs: number }): Promise<void>
  /** Releases what was claimed and not attempted: by one owner, or (null) by any; not the deliveries `except`. */
  release(owner: string | null, at: Date, except?: readonly string[]): Promise<void>
  /** Keeps attempts and what follows from them. @returns webhooks that failed and have not answered well since */
  settle(attempts: readonly SettledAttempt[]): Promise<FailingWebhook[]>
  /** Sends again what has ended or rests: one, or all of a webhook that failed since. @returns how many */
  replay(which: { id: string } | { webhookId: string; failedSince: Date }, at: Date): Promise<number>
  /** Forgets deliveries with smaller ids, which are older ones, unless they are still to be sent; their attempts go with them. */
  deleteBefore(id: string): Promise<void>
  /** Deletes deliveries that a crash left behind when their webhook was deleted. */
  deleteOfGoneWebhooks(): Promise<void>
}
