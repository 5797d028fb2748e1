import { Readable } from 'node:stream'
import { type Endpoint, isRaw } from '@pictable/client'
import type { Digest } from '#core/ports/digest.ts'
import type { Answer } from './endpoint-call.ts'
import { etagOf } from './etag.ts'

/** An answer as it goes over the wire. */
export interface WireAnswer {
  status: number
  headers: Record<string, string>
  payload: string | Uint8Array | Readable | null
}

/** `wireAnswer()` checks that an answer keeps the contract and turns it into bytes. @throws Error when it breaks the contract */
export function wireAnswer(entry: Endpoint, answer: Answer, digest: Digest): WireAnswer {
  const { status, body, contentType, headers = {} } = answer
  const shape = entry.answers[status]
  if (shape === undefined) throw new Error(`${entry.name} returned ${status}, which is not in the contract`)
  if (shape === null) return { status, headers: { 'cache-control': 'no-store', ...headers }, payload: null }
  const caching = entry.method === 'GET' ? 'private, no-cache' : 'no-store'
  if (isRaw(shape)) {
    const isBody = body instanceof Uint8Array || body instanceof Readable
    if (!isBody || contentType === undefined || !shape.raw.includes(contentType)) {
      throw new Error(`${entry.name} returned ${contentType}, which is not in the contract`)
    }
    return { status, headers: { 'cache-control': caching, 'content-type': contentType, ...headers }, payload: body }
  }
  const checked = shape.safeParse(body)
  if (!checked.success) {
    throw new Error(`${entry.name} returned a response that violates its contract: ${checked.error.message}`, {
      cause: checked.error,
    })
  }
  const text = JSON.stringify(body)
  const etag = etagOf(digest, { method: entry.method, body, text })
  const type = { 'content-type': 'application/json; charset=utf-8', ...(etag && { etag }) }
  return { status, headers: { 'cache-control': caching, ...type, ...headers }, payload: text }
}
