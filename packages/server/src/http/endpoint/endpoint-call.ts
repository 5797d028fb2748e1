import type { Readable } from 'node:stream'
import type { Endpoint, Raw } from '@pictable/client'
import type { z } from 'zod'
import type { Browser } from '#core/access/session.ts'
import type { World } from '#core/ports/world.ts'
import type { Caller } from '#http/caller/caller.ts'
import type { ServerState } from './server-state.ts'

type Parsed<Entry, Part extends 'params' | 'query'> =
  Entry extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : unknown

type ParsedBody<Entry> = Entry extends { body: infer Body }
  ? Body extends z.ZodType
    ? z.output<Body>
    : Uint8Array
  : undefined

/** A request that fits its endpoint. */
export interface EndpointCall<Params = unknown, Query = unknown, Body = unknown> {
  world: World
  server: ServerState
  caller: Caller
  /** Where the call comes from, and whether by https. */
  client: Browser & { isSecure: boolean }
  /** HEAD arrives at the handler of GET, and must change nothing. */
  isHead: boolean
  /** Path and query as they came. */
  target: string
  params: Params
  query: Query
  body: Body
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  /** Aborts when the client is gone: then nobody needs what is read for it. */
  signal: AbortSignal
  /** The revision that an update relies on. */
  revision: number | undefined
  /**
   * For work that goes on with other systems after its commit: commits what was written so far with this answer, which
   * repeats of the Idempotency-Key get if the process dies before it answers.
   */
  keep(answer: Answer): Promise<void>
}

export type CallOf<Entry extends Endpoint> = EndpointCall<
  Parsed<Entry, 'params'>,
  Entry extends { signed: true } ? unknown : Parsed<Entry, 'query'>,
  ParsedBody<Entry>
>

/** What a handler answers: JSON that fits the contract, bytes, or nothing. */
export interface Answer {
  status: number
  body: unknown
  contentType?: string
  headers?: Readonly<Record<string, string>>
  /** Who the call turned out to come from, where it said so itself. */
  caller?: Caller
}

type AnswerBody<Shape> = Shape extends z.ZodType
  ? { body: z.input<Shape>; contentType?: never }
  : Shape extends Raw
    ? { body: Uint8Array | Readable; contentType: string }
    : { body: null; contentType?: never }

export type AnswerOf<Entry extends Endpoint> = {
  [Status in keyof Entry['answers']]: Answer & { status: Status } & AnswerBody<Entry['answers'][Status]>
}[keyof Entry['answers']]

/** Refuses who may not call an endpoint that needs no key, before the body is read. @throws AppError */
export type Admit = (world: World, request: { params: unknown; address: string }) => Promise<void>

/** An endpoint of the contract and what it does. */
export interface BoundEndpoint {
  entry: Endpoint
  admit?: Admit | undefined
  handle(call: EndpointCall): Promise<Answer>
}
