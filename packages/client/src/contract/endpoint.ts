import type { Scope } from '@pictable/model/access'
import type { z } from 'zod'

/** Bytes as they are, instead of JSON. */
export interface Raw {
  readonly raw: readonly string[]
  /** Of server-sent events: what the data of each is, by name. */
  readonly events?: Readonly<Record<string, z.ZodType>>
}

/** Server-sent events without end. */
export type EventStream = Raw & Required<Pick<Raw, 'events'>>

/** One way into the API, as data: routes, validation, OpenAPI and the typed client are made of it. */
export interface Endpoint {
  /** `<collection>-<verb>`: the operation's id. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  /** What the caller's key must allow; null = no key needed. */
  readonly scope: Scope | null
  /**
   * How a key that is limited to single actions is held to them: `id` = the path's id is the action's, `handler` = the
   * handler asks. Without it such a key is refused.
   */
  readonly limitedKeys?: 'id' | 'handler'
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Parameters that others append to the URL, such as `utm_source` of newsletters, change nothing. */
  readonly ignoresQuery?: true
  /** JSON that fits the schema, or raw bytes of one of the media types. */
  readonly body?: z.ZodType | Raw
  /** Of raw bytes from a caller without a key. Default: 1 MiB, and what is longer is cut off. */
  readonly maxBodyBytes?: number
  /** By status: JSON, raw bytes, or nothing (null). */
  readonly answers: { readonly [status: number]: z.ZodType | Raw | null }
  /** Headers of the answer and what they mean. */
  readonly headers?: Readonly<Record<string, string>>
  /** Codes beyond those that every endpoint may answer with. */
  readonly errors: readonly string[]
  /** The list in the body whose entries are parsed one by one: the body may have 10 MiB, each entry 1 MiB. */
  readonly entries?: { readonly key: string; readonly max: number; readonly schema: z.ZodType }
  /** Its address is signed: the handler gets it as it came, and reads the query itself once the signature is known to be good. */
  readonly signed?: true
  /** Logs somebody in: a page of another site may not call it. */
  readonly setsCookie?: true
  /** The 202 among the answers is only for requests with the header `Prefer: respond-async`. */
  readonly isAsyncOnRequest?: true
  /** Nothing is different afterwards, although it is no GET: it does not stand in the audit log. */
  readonly changesNothing?: true
  /** Called every second while someone edits: not in the audit log, and not counted by the rate limit. */
  readonly isContinuous?: true
  /** `If-Match` with the ETag guards against lost updates. */
  readonly ifMatch?: true
}

/** `endpoint()` keeps the exact type of what it is given. */
export function endpoint<const Entry extends Endpoint>(entry: Entry): Entry {
  return entry
}

export function isEventStream(shape: z.ZodType | Raw): shape is EventStream {
  return isRaw(shape) && shape.events !== undefined
}

export function isRaw(shape: z.ZodType | Raw): shape is Raw {
  return 'raw' in shape
}
