import type { z } from 'zod'
import type { Endpoint, EventStream, Raw } from './contract/endpoint.ts'

type Simplify<T> = { [Key in keyof T]: T[Key] }

type IsOptional<T, Key extends keyof T> = Record<never, never> extends Pick<T, Key> ? Key : never

/** Optional where the schema can do without; typed as what the server makes of the text. */
type QueryOf<Query extends z.ZodObject> = Simplify<
  {
    [Key in keyof z.input<Query> as IsOptional<z.input<Query>, Key>]?: z.output<Query>[Key & keyof z.output<Query>]
  } & {
    [Key in keyof z.input<Query> as Exclude<Key, IsOptional<z.input<Query>, Key>>]: z.output<Query>[Key &
      keyof z.output<Query>]
  }
>

type OptionalWhen<Key extends string, Value> = [undefined] extends [Value]
  ? { [K in Key]?: Value }
  : Record<never, never> extends Value
    ? { [K in Key]?: Value }
    : { [K in Key]: Value }

type ParamsPart<Entry> = Entry extends { params: infer Params extends z.ZodObject }
  ? { params: { [Key in keyof z.output<Params>]: string | number } }
  : unknown
type QueryPart<Entry> = Entry extends { query: infer Query extends z.ZodObject }
  ? OptionalWhen<'query', QueryOf<Query>>
  : unknown
type BodyPart<Entry> = Entry extends { body: infer Body }
  ? Body extends z.ZodType
    ? OptionalWhen<'body', z.input<Body>>
    : { body: Uint8Array<ArrayBuffer> | string; contentType?: string }
  : unknown

/** What goes along with every call. */
export interface CallOptions {
  /** Repeats of a POST with the same key do nothing twice. */
  idempotencyKey?: string
  /** The ETag that an update relies on. */
  ifMatch?: string
  signal?: AbortSignal
}

export type CallInput<Entry extends Endpoint> = Simplify<
  ParamsPart<Entry> & QueryPart<Entry> & BodyPart<Entry> & CallOptions
>

type AnswerOf<Shape> = Shape extends z.ZodType ? z.output<Shape> : Shape extends Raw ? Uint8Array : undefined

/** The client never sends `Prefer: respond-async`. */
type AnsweredStatus<Entry extends Endpoint> = Entry extends { isAsyncOnRequest: true }
  ? Exclude<keyof Entry['answers'], 202>
  : keyof Entry['answers']

export type CallAnswer<Entry extends Endpoint> = AnswerOf<Entry['answers'][AnsweredStatus<Entry>]>

/** Where to go on, and what ends it. */
export interface StreamOptions {
  /** The `id` of the last event that was handled. */
  lastEventId?: string
  signal?: AbortSignal
}

/** One server-sent event. */
type EventOf<Events extends EventStream['events']> = {
  [Name in keyof Events]: { event: Name; id: string; data: z.output<Events[Name]> }
}[keyof Events]

type AnyAnswer<Entry extends Endpoint> = Entry['answers'][keyof Entry['answers']]

/**
 * One endpoint as a function; the input may be left out when nothing in it is needed. A stream of events is read with
 * `for await`.
 */
export type Call<Entry extends Endpoint> =
  AnyAnswer<Entry> extends EventStream
    ? (options?: StreamOptions) => AsyncIterableIterator<EventOf<AnyAnswer<Entry>['events']>>
    : PlainCall<Entry>

type PlainCall<Entry extends Endpoint> =
  Record<never, never> extends CallInput<Entry>
    ? (input?: CallInput<Entry>) => Promise<CallAnswer<Entry>>
    : (input: CallInput<Entry>) => Promise<CallAnswer<Entry>>
