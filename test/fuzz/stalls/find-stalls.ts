import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { hintsOf } from '#test/fuzz/fuzz.ts'
import { type Api, type Operation, readApi } from '#test/fuzz/operations.ts'
import { createPool, type Pool } from '#test/fuzz/pool.ts'
import type { WireRequest } from '#test/fuzz/requests.ts'
import { openWire, type Wire } from '#test/fuzz/send.ts'
import { stock } from '#test/fuzz/stock.ts'
import type { Bulks } from './bulks.ts'
import { type LargeRequest, largeRequestsTo } from './large-requests.ts'
import { watchThread } from './watch-thread.ts'

/** What a request cost the thread that answers all of them. */
export interface Stall {
  operation: string
  /** What is large about the request. */
  name: string
  status: number
  ms: number
  answer: string
}

interface Options {
  url: string
  key: string
  seed: number
  /** Of all large requests, the share that is sent. */
  share: number
  /** Values to send in place of those that are large by their kind. */
  texts?: Bulks | undefined
  log?: (line: string) => void
}

const answerSchema = z.object({ status: z.number(), text: z.string() })

/** Sends from another thread: this one is measured. */
function startSender(url: string) {
  const worker = new Worker(new URL('./sender.ts', import.meta.url), { workerData: url })
  return {
    async send(request: WireRequest): Promise<z.output<typeof answerSchema>> {
      worker.postMessage(request)
      const [answer] = await once(worker, 'message')
      return answerSchema.parse(answer)
    },
    close: () => worker.terminate(),
  }
}

const isEndless = ({ name }: Operation) => name === 'events-stream'
/** Requests change and delete what there is. */
const operationsPerStock = 8

/** Fills the server and learns the ids of what is in it. */
async function stockUp({
  url,
  key,
  api,
  wire,
}: Pick<Options, 'url' | 'key'> & { api: Api; wire: Wire }): Promise<Pool> {
  const pool = createPool()
  await stock({ url, key })
  for (const { method, path } of api.operations.filter((one) => !isEndless(one))) {
    if (method !== 'GET' || path.includes(':') || !path.startsWith('/v1/')) continue
    const answer = await wire.send({ method, target: path, headers: { authorization: `Bearer ${key}` }, body: null })
    if (answer) pool.learn(answer)
  }
  return pool
}

/** Every nth of them, so that the shares of all operations are equal. */
function createSampler(share: number): () => boolean {
  let due = 0
  return () => {
    due += share
    if (due < 1) return false
    due -= 1
    return true
  }
}

/**
 * Sends large requests to every operation of a server that runs in this thread.
 * @returns the worst of each operation, the longest first
 */
export async function findStalls({ url, key, seed, share, texts, log = () => {} }: Options): Promise<Stall[]> {
  const wire = openWire(url)
  const sender = startSender(url)
  const watch = watchThread()
  const isChosen = createSampler(share)
  const measure = async (operation: Operation, { name, make }: LargeRequest): Promise<Stall> => {
    const request = make()
    watch.takeLongestMs()
    const { status, text } = await sender.send(request)
    return { operation: operation.name, name, status, ms: watch.takeLongestMs(), answer: text }
  }
  /** What is compiled or collected for the first time is not the request's. */
  const measureLeast = async (operation: Operation, large: LargeRequest): Promise<Stall> => {
    const first = await measure(operation, large)
    if (first.ms < 50) return first
    const second = await measure(operation, large)
    return second.ms < first.ms ? second : first
  }
  try {
    const document = await wire.send({ method: 'GET', target: '/v1/openapi.json', headers: {}, body: null })
    const api = readApi(JSON.parse(document?.text ?? ''))
    const hints = await hintsOf({ wire, key })
    let pool = createPool()
    const worst: Stall[] = []
    for (const [index, operation] of api.operations.filter((one) => !isEndless(one)).entries()) {
      if (index % operationsPerStock === 0) pool = await stockUp({ url, key, api, wire })
      let longest: Stall | undefined
      for (const large of largeRequestsTo(operation, { api, pool, hints, key }, { seed, texts })) {
        if (!isChosen()) continue
        const stall = await measureLeast(operation, large)
        if (longest === undefined || stall.ms > longest.ms) longest = stall
      }
      if (longest === undefined) continue
      log(`${longest.ms.toFixed(0).padStart(6)} ms  ${operation.name}: ${longest.name} (${longest.status})`)
      worst.push(longest)
    }
    return worst.toSorted((one, other) => other.ms - one.ms)
  } finally {
    watch.stop()
    await sender.close()
    wire.close()
  }
}
