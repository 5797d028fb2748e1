import { ApiError } from './api-error.ts'
import type { Call, StreamOptions } from './call.ts'
import type { Endpoint } from './contract/endpoint.ts'
import { isEventStream, isRaw } from './contract/endpoint.ts'
import { type Contract, contract } from './contract/index.ts'
import { failureOf } from './failure-of.ts'
import { readEvents } from './read-events.ts'

export interface ClientOptions {
  /** Where the server is, such as `https://pictable.example.com`. */
  baseUrl: string
  apiKey?: string
  /** Default: the platform's own. */
  fetch?: typeof globalThis.fetch
}

export type Client = {
  [Collection in keyof Contract]: {
    [Verb in keyof Contract[Collection]]: Contract[Collection][Verb] extends infer Entry extends Endpoint
      ? Call<Entry>
      : never
  }
}

/** What any call may carry; `Call` types it by endpoint. */
interface AnyInput {
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, unknown>>
  body?: unknown
  contentType?: string
  idempotencyKey?: string
  ifMatch?: string
  signal?: AbortSignal
}

function urlOf(entry: Endpoint, baseUrl: string, input: AnyInput): string {
  const path = entry.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    // An object stands for parameters of any name, as in OpenAPI.
    const pairs = typeof value === 'object' && value !== null ? Object.entries(value) : [[name, value]]
    for (const [key, item] of pairs) if (item !== undefined) query.set(String(key), String(item))
  }
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}${path}${query.size > 0 ? `?${query}` : ''}`
}

function requestOf(entry: Endpoint, apiKey: string | undefined, input: AnyInput): RequestInit {
  const headers = new Headers()
  if (apiKey !== undefined) headers.set('authorization', `Bearer ${apiKey}`)
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey)
  if (input.ifMatch !== undefined) headers.set('if-match', input.ifMatch)
  const request: RequestInit = { method: entry.method, headers }
  if (input.signal) request.signal = input.signal
  if (entry.body === undefined || input.body === undefined) return request
  if (!isRaw(entry.body)) {
    headers.set('content-type', 'application/json')
    return { ...request, body: JSON.stringify(input.body) }
  }
  headers.set('content-type', input.contentType ?? entry.body.raw[0] ?? 'application/octet-stream')
  return { ...request, body: bytesOf(input.body) }
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> | string {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  throw new TypeError('An upload is a string or a Uint8Array')
}

async function answerOf(entry: Endpoint, response: Response): Promise<unknown> {
  const shape = entry.answers[response.status]
  if (shape && isRaw(shape)) return new Uint8Array(await response.arrayBuffer())
  return response.status === 204 ? undefined : response.json()
}

/** Whether asking again for a stream is of no use. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 408 && error.status !== 429
}

function isStream({ answers }: Endpoint): boolean {
  return Object.values(answers).some((shape) => shape !== null && isEventStream(shape))
}

/**
 * `createClient()` gives a function for every endpoint of the contract: `client.runs.get({ params: { id } })`.
 * @throws ApiError when the API answers with a problem
 */
export function createClient(options: ClientOptions): Client
export function createClient({ baseUrl, apiKey, fetch = globalThis.fetch }: ClientOptions): unknown {
  async function ask(entry: Endpoint, input: AnyInput, more: Readonly<Record<string, string>> = {}): Promise<Response> {
    const request = requestOf(entry, apiKey, input)
    const headers = new Headers(request.headers)
    for (const [name, value] of Object.entries(more)) headers.set(name, value)
    const response = await fetch(urlOf(entry, baseUrl, input), { ...request, headers })
    if (!response.ok) throw await failureOf(response)
    return response
  }
  const call =
    (entry: Endpoint) =>
    async (input: AnyInput = {}) =>
      answerOf(entry, await ask(entry, input))
  const stream =
    (entry: Endpoint) =>
    (options: StreamOptions = {}) => {
      const { signal } = options
      const open = async (headers: Record<string, string>) =>
        (await ask(entry, signal ? { signal } : {}, headers)).body ?? new ReadableStream()
      return readEvents(open, isFinal, options)
    }
  return Object.fromEntries(
    Object.entries(contract).map(([collection, verbs]) => [
      collection,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, entry]) => [verb, isStream(entry) ? stream(entry) : call(entry)]),
      ),
    ]),
  )
}
