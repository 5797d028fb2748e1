import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { parseExactJson } from '#core/exact-number.ts'
import { longestPauseMs } from '#core/governor/longest-pause.ts'
import type { CallBudget, Governor, RateScope } from '#core/ports/governor.ts'
import { NotSent, type SourceAnswer, type SourceFetch, type SourceRequest } from '#core/ports/source-fetch.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import { retryAfterMs } from '#core/retry-after.ts'
import { createSlots, type TakeSlot } from './slots.ts'

/** What is wrong with an answer, in the words of one vendor; `pauseMs` is for `source_rate_limited`. */
export interface Rejection {
  error: AppError
  pauseMs?: number
}

/** What every request to a hosted product passes. */
export interface WayOut {
  fetch: SourceFetch
  governor: Governor
}

export interface HostedApiOptions extends WayOut {
  /** `Airtable`, as messages name it. */
  product: string
  /** Without a slash at the end. */
  baseUrl: string
  headers: Readonly<Record<string, string>>
  /** Never in a message, as the credentials in the headers. */
  secrets?: readonly string[]
  budget: CallBudget
  /** Requests of the connection under way at once, in this process. */
  atOnce: number
  onHeld?: OnHeld | undefined
  /**
   * Judges every answer, also those of status 200; null = all is well, `foreign` = it is none of this product's. `body` is
   * undefined when it is not JSON.
   */
  rejectionOf: (answer: {
    status: number
    headers: SourceAnswer['headers']
    body: unknown
  }) => Rejection | 'foreign' | null
}

/** What any web server answers to a path or a token that it does not know. */
const foreignStatuses = new Set([401, 403, 404, 405])

/** Whether an answer of this status, in another form than the product's, comes from another product. */
export const isForeign = (status: number): boolean => status < 400 || foreignStatuses.has(status)

export interface HostedCall<Answer> {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** With its query. */
  path: string
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, with its own content type. */
  raw?: { contentType: string; bytes: Uint8Array }
  /** Another host of the same vendor. */
  baseUrl?: string
  /** Beside those of the API. */
  headers?: Readonly<Record<string, string>>
  /** As in a request to any source. */
  download?: SourceRequest['download']
  maxBodyBytes?: number
  answer: z.ZodType<Answer>
  /** The narrowest first: that one pauses when the vendor asks us to slow down. */
  scopes: readonly RateScope[]
  isRead: boolean
  signal?: AbortSignal | undefined
}

export interface HostedApi {
  /** @throws AppError `source_…` */
  call<Answer>(call: HostedCall<Answer>): Promise<Answer>
  /** The answer as it came, such as that of a download. @throws AppError `source_…` */
  answer(call: Omit<HostedCall<unknown>, 'answer'>): Promise<SourceAnswer>
}

/** A vendor that keeps asking us to slow down is left alone after so many tries. */
const mostPauses = 8
const defaultPauseMs = 5000

/**
 * Slots of each connection: its sources are opened anew for every piece of work, and share them. Each narrowest scope has
 * its own: what waits for a paused base holds up no other.
 */
const slots = new WeakMap<Governor, Map<string, TakeSlot>>()

function slotsOf({ governor, budget, atOnce }: HostedApiOptions, [narrowest]: readonly RateScope[]): TakeSlot {
  const ofGovernor = slots.get(governor) ?? new Map<string, TakeSlot>()
  slots.set(governor, ofGovernor)
  const key = JSON.stringify([budget.connectionId, narrowest?.key])
  const takeSlot = ofGovernor.get(key) ?? createSlots(atOnce)
  ofGovernor.set(key, takeSlot)
  return takeSlot
}

/** What must not stand in a message, should the other side send our own headers back. */
function secretsIn(headers: Readonly<Record<string, string>>): string[] {
  return Object.values(headers).flatMap((value) => value.split(' ').filter((part) => part.length >= 8))
}

function jsonOf(bytes: Uint8Array, secrets: readonly string[]): unknown {
  const text = secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), new TextDecoder().decode(bytes))
  try {
    return parseExactJson(text).value
  } catch {
    return undefined
  }
}

type Call = Omit<HostedCall<unknown>, 'answer'>

function bodyOf({ body, raw }: Call): { headers: Record<string, string>; body?: string | Uint8Array } {
  if (raw !== undefined) return { headers: { 'content-type': raw.contentType }, body: raw.bytes }
  if (body === undefined) return { headers: {} }
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/**
 * Calls a hosted table product: governed, counted, parsed at the door. A call that its vendor limits waits as long as it
 * says, with everything else of its narrowest scope, and goes out again; whether any other error is tried again is for the caller.
 */
export function createHostedApi(options: HostedApiOptions): HostedApi {
  const { fetch, governor, product, budget, rejectionOf } = options
  const onHeld = (until: Date) => options.onHeld?.({ product, until })
  const secrets = [...secretsIn(options.headers), ...(options.secrets ?? [])]

  async function send(call: Call): Promise<SourceAnswer> {
    const { headers, ...rest } = bodyOf(call)
    const { download, maxBodyBytes } = call
    const request: SourceRequest = {
      method: call.method,
      url: `${call.baseUrl ?? options.baseUrl}${call.path}`,
      headers: { accept: 'application/json', ...options.headers, ...headers, ...call.headers },
      ...rest,
      ...(download === undefined ? {} : { download }),
      ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
      ...(call.signal ? { signal: call.signal } : {}),
    }
    const release = await slotsOf(options, call.scopes)(call)
    try {
      return await sendInTurn(request, call)
    } finally {
      release()
    }
  }

  /** A turn that expires while the connection is made is taken again; the connection is kept for it. */
  async function sendInTurn(request: SourceRequest, call: Call): Promise<SourceAnswer> {
    for (;;) {
      const turn = await governor.enter({ scopes: call.scopes, budget, isRead: call.isRead, onHeld }, call.signal)
      try {
        const answer = await fetch({ ...request, mayStart: turn.use })
        // How long a large body is on its way says nothing of when its request arrived.
        if (call.raw === undefined) await turn.answered().catch(() => {})
        return answer
      } catch (error) {
        if (!(error instanceof NotSent)) throw error
      }
    }
  }

  async function pause({ scopes }: Call, { pauseMs }: Rejection, answer: SourceAnswer): Promise<void> {
    const { 'retry-after': text, date } = answer.headers
    const asked = retryAfterMs(text, date === undefined ? new Date() : new Date(date))
    const forMs = Math.min(Math.max(asked, pauseMs ?? defaultPauseMs), longestPauseMs)
    const [narrowest] = scopes
    if (narrowest !== undefined) await governor.pause(narrowest.key, forMs)
  }

  function foreign({ baseUrl = options.baseUrl }: Call): AppError {
    const { host } = new URL(baseUrl)
    const words = `The server at ${host} is not ${product}. Check the URL in the connection, and any proxy in between.`
    return new AppError('source_server', words)
  }

  function parsed<Answer>(call: HostedCall<Answer>, body: unknown): Answer {
    const result = call.answer.safeParse(body)
    if (result.success) return result.data
    if (body === undefined) throw foreign(call)
    const [path = ''] = call.path.split('?', 1)
    const words = `The response to ${path} is none that ${product} is known to give. Check the URL in the connection; if it is right, retry: the API of ${product} may have changed.`
    throw new AppError('source_unavailable', words, { cause: result.error })
  }

  async function exchange(call: Call): Promise<{ answer: SourceAnswer; body: unknown }> {
    for (let pauses = 0; ; pauses++) {
      const answer = await send(call)
      const body = jsonOf(answer.body, answer.status < 400 ? [] : secrets)
      const rejection = rejectionOf({ status: answer.status, headers: answer.headers, body })
      if (rejection === 'foreign') throw foreign(call)
      if (rejection === null) return { answer, body }
      if (rejection.error.code !== 'source_rate_limited' || pauses >= mostPauses) throw rejection.error
      await pause(call, rejection, answer)
    }
  }

  return {
    call: async (call) => parsed(call, (await exchange(call)).body),
    answer: async (call) => (await exchange(call)).answer,
  }
}
