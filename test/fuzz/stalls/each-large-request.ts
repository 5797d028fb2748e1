import { hintsOf } from '#test/fuzz/fuzz.ts'
import { type Api, type Operation, readApi } from '#test/fuzz/operations.ts'
import { createPool, type Pool } from '#test/fuzz/pool.ts'
import { openWire, type Wire } from '#test/fuzz/send.ts'
import { stock } from '#test/fuzz/stock.ts'
import type { Bulks } from './bulks.ts'
import { type LargeRequest, largeRequestsTo } from './large-requests.ts'

export interface LargeRequestOptions {
  url: string
  key: string
  seed: number
  /** Of all large requests, the share that is sent. */
  share: number
  /** Values to send in place of those that are large by their kind. */
  texts?: Bulks | undefined
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
}: Pick<LargeRequestOptions, 'url' | 'key'> & { api: Api; wire: Wire }): Promise<Pool> {
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

/** Hands over every operation of a server with the share of its large requests, and fills the server in between. */
export async function eachOperation(
  { url, key, seed, share, texts }: LargeRequestOptions,
  send: (operation: Operation, requests: Iterable<LargeRequest>) => Promise<void>,
): Promise<void> {
  const wire = openWire(url)
  const isChosen = createSampler(share)
  function* chosen(requests: Iterable<LargeRequest>) {
    for (const request of requests) if (isChosen()) yield request
  }
  try {
    const document = await wire.send({ method: 'GET', target: '/v1/openapi.json', headers: {}, body: null })
    const api = readApi(JSON.parse(document?.text ?? ''))
    const hints = await hintsOf({ wire, key })
    let pool = createPool()
    for (const [index, operation] of api.operations.filter((one) => !isEndless(one)).entries()) {
      if (index % operationsPerStock === 0) pool = await stockUp({ url, key, api, wire })
      await send(operation, chosen(largeRequestsTo(operation, { api, pool, hints, key }, { seed, texts })))
    }
  } finally {
    wire.close()
  }
}
