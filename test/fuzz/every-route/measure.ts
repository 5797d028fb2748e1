import { contract, type Endpoint } from '@pictable/client'
import type { WireRequest } from '#test/fuzz/requests.ts'
import { startSender } from '#test/fuzz/stalls/find-stalls.ts'
import { slowness } from '#test/fuzz/stalls/slowness.ts'
import { watchThread } from '#test/fuzz/stalls/watch-thread.ts'
import { adminKey } from '#test/scenarios/whole-app.ts'
import { entries } from './entries/index.ts'
import type { LargestInput, RouteInput } from './entry.ts'
import type { Stage } from './stage.ts'

/** Of each request the fastest counts: what is compiled or collected for the first time is not the request's. */
const MOST_TIMES = 4
/** A request this short is not sent again. */
const SHORT_MS = 80

export interface Case {
  endpoint: Endpoint
  input: LargestInput
}

/** Every input of every route. */
export const cases: readonly Case[] = Object.entries(contract).flatMap(([collection, verbs]) => {
  const inputs = new Map(
    Object.entries(entries)
      .find(([name]) => name === collection)
      ?.flatMap((of) => (typeof of === 'string' ? [] : Object.entries(of))),
  )
  return Object.entries(verbs).flatMap(([verb, endpoint]: [string, Endpoint]) =>
    (inputs.get(verb) ?? []).map((input) => ({ endpoint, input })),
  )
})

export interface Held {
  route: string
  input: string
  status: number
  answer: string
  /** Of the body. */
  bytes: number
  /** For how long the main thread was held at most, in ms of CPU time on a machine with nothing else to do. */
  ms: number
}

function typeOf(body: RouteInput['body']): Record<string, string> {
  if (body === undefined) return {}
  return { 'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json' }
}

function bytesOf(body: RouteInput['body']): Uint8Array | null {
  if (body === undefined) return null
  return body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body))
}

function requestOf({ path, method }: Endpoint, { params = {}, target, query, body, headers }: RouteInput): WireRequest {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
  const all = { authorization: `Bearer ${adminKey}`, ...typeOf(body), ...headers }
  return {
    method,
    target: target ?? filled + search,
    headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
    body: bytesOf(body),
  }
}

export interface Meter {
  /** Sends the request until it is short, a few times. */
  measure(each: Case): Promise<Held>
  close(): Promise<void>
}

/** Measures the thread of the server, which is this one: another one sends. */
export function startMeter(stage: Stage): Meter {
  const sender = startSender(stage.app.url)
  const watch = watchThread()
  async function once({ endpoint, input }: Case): Promise<Held> {
    const made = await input.make(stage)
    const request = requestOf(endpoint, made)
    const sending = sender.send(request)
    watch.takeLongestMs()
    const { status, text } = await sending
    const longestMs = watch.takeLongestMs()
    const ms = longestMs > SHORT_MS ? longestMs / slowness() : longestMs
    await made.after?.()
    return { route: endpoint.name, input: input.name, status, answer: text, bytes: request.body?.length ?? 0, ms }
  }
  return {
    async measure(each) {
      let least = await once(each)
      for (let time = 1; time < MOST_TIMES && least.ms > SHORT_MS; time++) {
        const next = await once(each)
        if (next.ms < least.ms) least = next
      }
      return least
    },
    async close() {
      watch.stop()
      await sender.close()
    },
  }
}
