import type { Dispatcher } from 'undici'
import type { ByteBudget } from '#core/byte-budget.ts'
import { NetError, refusal } from '#net/policy/net-error.ts'
import { connectionError } from './connection-error.ts'
import type { Connection } from './connection-pool.ts'
import type { Deadline } from './deadline.ts'
import { type IncomingBody, receiveBody } from './receive-body.ts'

const maxInterimAnswers = 10
const maxRedirectBodyBytes = 4096
/** Of an answer that is not what was to be saved: its reason. */
const maxUnsavedBodyBytes = 64 * 1024

export type ExchangeRequest = {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  /** A redirect will be followed: its body is of no use. */
  follows: boolean
  headersTimeoutMs: number
  maxBodyBytes: number
  cuts: boolean
  minBytesPerSecond: number
  rateWindowMs: number
  budget: ByteBudget | undefined
  /** The file that gets the body of an answer of status 200 to 299. */
  saveTo: string | undefined
  mayStart: (() => boolean) | undefined
}

export type Exchanged = {
  status: number
  headers: Record<string, string>
  body: Uint8Array
  truncated: boolean
  firstByteMs: number
}

/** `reusable`: the answer was read to its end, and the connection may serve another request. */
type ExchangeOutcome =
  | { answer: Exchanged; reusable: boolean }
  /** `isSafeToRepeat`: not a byte of the request, or of the answer to a GET or HEAD, has passed. */
  | { error: unknown; isSafeToRepeat: boolean }

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/**
 * One request on one connection. Drains the answer into a bounded buffer, at once if there is no budget to wait for; never
 * rejects. Whatever ends it early leaves the connection to be dropped by the caller.
 */
export function exchange(
  connection: Connection,
  request: ExchangeRequest,
  deadline: Deadline,
): Promise<ExchangeOutcome> {
  return new Promise((resolve) => {
    const { handler, fail } = createReader(request, deadline, resolve)
    deadline.onEnd(fail)
    deadline.limit('headers_timeout', request.headersTimeoutMs, 'no response')
    const { url, method, headers, body = null } = request
    connection.client.dispatch({ path: url.pathname + url.search, method, headers, body }, handler)
  })
}

type Reader = { handler: Dispatcher.DispatchHandler; fail: (error: unknown) => void }

function createReader(
  request: ExchangeRequest,
  deadline: Deadline,
  resolve: (outcome: ExchangeOutcome) => void,
): Reader {
  const host = request.url.hostname
  const sentAtMs = performance.now()
  let started = false
  let settled = false
  let interimAnswers = 0
  let answer: Answering | undefined

  function settle(outcome: ExchangeOutcome): void {
    if (settled) return
    settled = true
    answer?.body.end()
    if ('error' in outcome) answer?.body.drop()
    resolve(outcome)
  }

  function complete({ head, body }: Answering, truncated: boolean): void {
    const end = (bytes: Uint8Array) => settle({ answer: { ...head, body: bytes, truncated }, reusable: !truncated })
    const bytes = body.bytes()
    if (bytes instanceof Promise) bytes.then(end, fail)
    else end(bytes)
  }

  function fail(error: unknown): void {
    if (answer?.cuts && error instanceof NetError) complete(answer, true)
    else
      settle({ error, isSafeToRepeat: !started || (isRead(request) && answer === undefined && interimAnswers === 0) })
  }

  function readHead(status: number, headers: Record<string, string>): void {
    const { maxBytes, cuts, saveTo } = boundsOf(request, status)
    const head = { status, headers, firstByteMs: performance.now() - sentAtMs }
    const announcedBytes = Number(headers['content-length']) || maxBytes
    deadline.limit('timeout', Number.POSITIVE_INFINITY, '')
    const mostBytes = Math.min(maxBytes, announcedBytes)
    const body = receiveBody(request, { maxBytes, mostBytes, saveTo, deadline, fail })
    answer = { maxBytes, cuts, saveTo, head, body }
    if (request.method !== 'HEAD' && announcedBytes > maxBytes && !cuts) fail(tooLarge(host, maxBytes))
  }

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart() {
      started = true
    },
    onResponseStart(_controller, status, headers) {
      if (settled) return
      if (status >= 200) readHead(status, plainHeaders(headers))
      else if (++interimAnswers > maxInterimAnswers)
        fail(refusal('protocol', host, 'it sends too many interim responses'))
    },
    onResponseData(controller, chunk) {
      if (settled || answer === undefined || answer.body.add(chunk, controller)) return
      fail(tooLarge(host, answer.maxBytes))
    },
    onResponseEnd() {
      if (!settled && answer !== undefined) complete(answer, false)
    },
    onResponseError(_controller, error) {
      if (!settled) fail(connectionError(host, error))
    },
  }
  return { handler, fail }
}

type Bounds = { maxBytes: number; cuts: boolean; saveTo?: string | undefined }
type Answering = Bounds & {
  head: Omit<Exchanged, 'body' | 'truncated'>
  body: IncomingBody
}

function isRead({ method }: ExchangeRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}

const isSuccess = (status: number) => status >= 200 && status < 300

/** Of a redirect that will be followed, only the end of a short body is of use: the connection stays. */
function boundsOf({ follows, maxBodyBytes, cuts, saveTo }: ExchangeRequest, status: number): Bounds {
  if (follows && isRedirect(status)) return { maxBytes: maxRedirectBodyBytes, cuts: true }
  if (saveTo !== undefined && !isSuccess(status)) return { maxBytes: maxUnsavedBodyBytes, cuts: true }
  return { maxBytes: maxBodyBytes, cuts, saveTo }
}

function tooLarge(host: string, maxBytes: number): NetError {
  return refusal('too_large', host, `its response is larger than ${maxBytes} bytes`)
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  )
}
