import type { CallAnswer, CallInput, Client, Contract, Endpoint } from '@pictable/client'
import type { DataTag, InfiniteData } from '@tanstack/react-query'
import { client } from './client.ts'

type Key = readonly unknown[]
type Input<Entry extends Endpoint> =
  Record<never, never> extends CallInput<Entry> ? [input?: CallInput<Entry>] : [input: CallInput<Entry>]

interface Cancel {
  signal: AbortSignal
}

/** One endpoint as TanStack Query wants it. */
interface EndpointApi<Entry extends Endpoint> {
  /** Of every answer of this endpoint: to invalidate them. */
  key: Key
  /** For `useQuery`. */
  query(...input: Input<Entry>): {
    queryKey: DataTag<Key, CallAnswer<Entry>, Error>
    queryFn: (context: Cancel) => Promise<CallAnswer<Entry>>
  }
  /** For `useQuery`: a list to its end, however many pages it has. */
  all(...input: Input<Entry>): {
    queryKey: DataTag<Key, CallAnswer<Entry>, Error>
    queryFn: (context: Cancel) => Promise<CallAnswer<Entry>>
  }
  /** For `usePages`: a list that goes on. */
  pages(...input: Input<Entry>): {
    queryKey: DataTag<Key, InfiniteData<CallAnswer<Entry>, string | undefined>, Error>
    queryFn: (context: Cancel & { pageParam: string | undefined }) => Promise<CallAnswer<Entry>>
    initialPageParam: string | undefined
    getNextPageParam: (last: CallAnswer<Entry>) => string | undefined
  }
  /** For `useMutation`. */
  mutation(): { mutationKey: Key; mutationFn: (input: CallInput<Entry>) => Promise<CallAnswer<Entry>> }
}

export type Api = {
  [Collection in keyof Contract]: {
    [Verb in keyof Contract[Collection]]: Contract[Collection][Verb] extends infer Entry extends Endpoint
      ? EndpointApi<Entry>
      : never
  }
}

interface AnyInput {
  query?: object
}

type AnyCall = (input: object) => Promise<unknown>
type Verbs = Readonly<Record<string, AnyCall>>

/** Of one request: as many as the API gives at most. */
export const longPage = 100

function nextOf(answer: unknown): string | undefined {
  const isList = typeof answer === 'object' && answer !== null && 'next' in answer
  return isList && typeof answer.next === 'string' ? answer.next : undefined
}

function resultsOf(answer: unknown): readonly unknown[] {
  const isList = typeof answer === 'object' && answer !== null && 'results' in answer
  return isList && Array.isArray(answer.results) ? answer.results : []
}

/** Reads page after page, and answers as if all were one. */
async function wholeList(call: AnyCall, input: AnyInput, signal: AbortSignal): Promise<unknown> {
  const results: unknown[] = []
  let after: string | undefined
  do {
    const page = await call({ ...input, query: { ...input.query, limit: longPage, after }, signal })
    results.push(...resultsOf(page))
    after = nextOf(page)
  } while (after !== undefined)
  return { results, next: null }
}

function endpointApi(call: AnyCall, key: Key): unknown {
  return {
    key,
    query: (input: AnyInput = {}) => ({
      queryKey: [...key, 'one', input],
      queryFn: ({ signal }: Cancel) => call({ ...input, signal }),
    }),
    all: (input: AnyInput = {}) => ({
      queryKey: [...key, 'all', input],
      queryFn: ({ signal }: Cancel) => wholeList(call, input, signal),
    }),
    pages: (input: AnyInput = {}) => ({
      queryKey: [...key, 'pages', input],
      queryFn: ({ signal, pageParam }: Cancel & { pageParam?: string }) =>
        call({ ...input, query: { ...input.query, after: pageParam }, signal }),
      initialPageParam: undefined,
      getNextPageParam: nextOf,
    }),
    mutation: () => ({ mutationKey: key, mutationFn: (input: object | undefined) => call(input ?? {}) }),
  }
}

/** `createApi()` gives every endpoint of the contract: `useQuery(api.runs.get.query({ params: { id } }))`. */
function createApi(calls: Client): Api
function createApi(calls: object): unknown {
  return Object.fromEntries(
    Object.entries<Verbs>({ ...calls }).map(([collection, verbs]) => [
      collection,
      Object.fromEntries(Object.entries(verbs).map(([verb, call]) => [verb, endpointApi(call, [collection, verb])])),
    ]),
  )
}

export const api = createApi(client)
