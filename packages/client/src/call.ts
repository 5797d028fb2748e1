import type { z } from 'zod'
import type { Endpoint, Raw } from './contract/endpoint.ts'

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

export type CallAnswer<Entry extends Endpoint> = AnswerOf<Entry['answers'][keyof Entry['answers']]>

/** One endpoint as a function; the input may be left out when nothing in it is needed. */
export type Call<Entry extends Endpoint> =
  Record<never, never> extends CallInput<Entry>
    ? (input?: CallInput<Entry>) => Promise<CallAnswer<Entry>>
    : (input: CallInput<Entry>) => Promise<CallAnswer<Entry>>
