import { Readable } from 'node:stream'
import { type Endpoint, isRaw } from '@pictable/client'
import { z } from 'zod'
import type { Digest } from '#core/ports/digest.ts'
import { nextTurn } from '#core/turns.ts'
import type { Answer } from './endpoint-call.ts'
import { etagOf } from './etag.ts'

/** An answer as it goes over the wire. */
export interface WireAnswer {
  status: number
  headers: Record<string, string>
  payload: string | Uint8Array | Readable | null
}

/** Rows of up to two hundred cells: then everything else has its turn. */
const ENTRIES_PER_TURN = 50

const hasNoChecks = (schema: z.ZodType) => (schema.def.checks ?? []).length === 0

/** The schemas of the entries of a list, where each entry can be checked by itself. */
function entriesOf(shape: z.ZodType): [name: string, entry: z.ZodType][] {
  if (!(shape instanceof z.ZodObject) || !hasNoChecks(shape)) return []
  return Object.entries(shape.shape).flatMap(([name, list]) =>
    list instanceof z.ZodArray && hasNoChecks(list) && list.element instanceof z.ZodType ? [[name, list.element]] : [],
  )
}

/** Checks a body, which may be as large as an answer: the entries of its long lists one after the other. */
async function mistakeIn(body: unknown, shape: z.ZodType): Promise<z.ZodError | undefined> {
  if (typeof body !== 'object' || body === null) return shape.safeParse(body).error
  const withoutLists: Record<string, unknown> = { ...body }
  for (const [name, entry] of entriesOf(shape)) {
    const list = withoutLists[name]
    if (!Array.isArray(list) || list.length <= ENTRIES_PER_TURN) continue
    withoutLists[name] = []
    for (const [index, each] of list.entries()) {
      // Checked as a whole, the mistake says where it is.
      if (!entry.safeParse(each).success) return shape.safeParse(body).error
      if (index % ENTRIES_PER_TURN === ENTRIES_PER_TURN - 1) await nextTurn()
    }
  }
  return shape.safeParse(withoutLists).error
}

/** `wireAnswer()` checks that an answer keeps the contract and turns it into bytes. @throws Error when it breaks the contract */
export async function wireAnswer(entry: Endpoint, answer: Answer, digest: Digest): Promise<WireAnswer> {
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
  const mistake = await mistakeIn(body, shape)
  if (mistake !== undefined) {
    throw new Error(`${entry.name} returned a response that violates its contract: ${mistake.message}`, {
      cause: mistake,
    })
  }
  const text = JSON.stringify(body)
  const etag = etagOf(digest, { method: entry.method, body, text })
  const type = { 'content-type': 'application/json; charset=utf-8', ...(etag && { etag }) }
  return { status, headers: { 'cache-control': caching, ...type, ...headers }, payload: text }
}
