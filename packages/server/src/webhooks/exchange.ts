import type { Failure } from '@pictable/model/failure'
import type { ClaimedDelivery } from '#core/ports/data/webhooks.ts'
import type { Next } from '#core/webhook/next-attempt.ts'
import type { Timings } from '#core/webhook/webhook.ts'
import type { Receiver } from './receivers.ts'

/** What an attempt sends: a delivery with its bytes. */
export type Sendable = ClaimedDelivery & { body: string }

/** One attempt as its log has it, before anything is masked that the other side has put into its answer. */
export interface Exchange {
  /** As the log may show them. */
  shownHeaders: Readonly<Record<string, string>>
  status: number | null
  answerHeaders: Readonly<Record<string, string>>
  answerBody: string
  timings: Partial<Timings>
  error: Failure | null
  /** The receiver was silent until the deadline. */
  isTimeout: boolean
  next: Next
}

export interface ExchangeOptions {
  receiver: Receiver
  body: string
  at: Date
  /** Number of this attempt in the schedule, from 1. */
  n: number
  signal: AbortSignal
}

/** One way to send: a format of webhooks has one. */
export type Send<World> = (world: World, delivery: Sendable, options: ExchangeOptions) => Promise<Exchange>
