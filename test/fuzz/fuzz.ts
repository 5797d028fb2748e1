import fc from 'fast-check'
import { z } from 'zod'
import { password } from '#test/scenarios/people-kit.ts'
import { judge } from './judge.ts'
import { type Api, readApi } from './operations.ts'
import { createPool, type Pool } from './pool.ts'
import { type Hints, requestsTo, type WireRequest } from './requests.ts'
import { openWire, type Wire } from './send.ts'
import { stock } from './stock.ts'

export interface FuzzReport {
  seed: number
  requests: number
  seconds: number
  /** How often each status was answered. */
  statuses: Record<string, number>
  /** How many there are. */
  operations: number
  /** Operations that never answered 2xx: what was sent to them did not get far. */
  neverTaken: string[]
  /** Each with the request that brings it about; the first fifty. */
  wrong: string[]
}

export interface FuzzOptions {
  url: string
  /** May do everything. */
  key: string
  requests: number
  seed: number
  /** Requests under way at the same time. */
  concurrency: number
  log?: (line: string) => void
}

const batchSize = 250
const mostWrong = 50

const kinds = z.looseObject({ results: z.array(z.looseObject({ kind: z.string(), settings: z.unknown() })) })
const pageSchema = z.looseObject({
  results: z.array(z.looseObject({ id: z.string() })),
  next: z.string().nullable(),
})

interface Scene {
  wire: Wire
  api: Api
  pool: Pool
  key: string
  statuses: Map<number, number>
  taken: Set<string>
  wrong: string[]
}

const get = (key: string, target: string): WireRequest => ({
  method: 'GET',
  target,
  headers: { authorization: `Bearer ${key}` },
  body: null,
})

/** Of somebody new, from somewhere else each time: tries are counted. */
const comeIn = (token: string, n: number): WireRequest => ({
  method: 'POST',
  target: '/v1/links/redeem',
  headers: { 'content-type': 'application/json', 'x-forwarded-for': `2001:db8:1:${n}::1` },
  body: new TextEncoder().encode(JSON.stringify({ token, password })),
})

const shown = ({ method, target, headers, body }: WireRequest) => {
  const { authorization: _, ...others } = headers
  const text = body === null ? '' : ` ${Buffer.from(body.subarray(0, 600)).toString('latin1')}`
  return `${method} ${target.slice(0, 300)} ${JSON.stringify(others).slice(0, 200)}${text}`
}

async function exchange(scene: Scene, request: WireRequest): Promise<void> {
  const { api, pool, statuses, taken, wrong } = scene
  const complain = (what: string) => {
    if (wrong.length < mostWrong) wrong.push(`the answer ${what}\n    to ${shown(request)}`)
  }
  try {
    const answer = await scene.wire.send(request)
    if (answer === null) return
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    for (const what of judge(api, request, answer)) complain(what)
    if (answer.status === 404 || answer.status === 204) pool.forget(request.target)
    if (answer.status === 401) pool.forget(request.headers.cookie ?? '')
    if (answer.status >= 300) return
    const operation = api.at(request.method, request.target.split('?', 1)[0] ?? '')
    if (operation !== undefined) taken.add(operation.name)
    pool.learn(answer)
  } catch (error) {
    complain(`is missing (${String(error)})`)
  }
}

/** Sends them in order, so many at the same time. */
async function exchangeAll(scene: Scene, requests: readonly WireRequest[], concurrency: number): Promise<void> {
  const waiting = requests.values()
  const lane = async () => {
    for (const request of waiting) await exchange(scene, request)
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

async function jsonOf(scene: Pick<Scene, 'wire' | 'key'>, target: string): Promise<unknown> {
  const answer = await scene.wire.send(get(scene.key, target))
  if (answer?.status !== 200) throw new Error(`${target} answers ${answer?.status}: ${answer?.text}`)
  return JSON.parse(answer.text)
}

export async function hintsOf(scene: Pick<Scene, 'wire' | 'key'>): Promise<Hints> {
  const [sources, triggers, designSchema] = await Promise.all([
    jsonOf(scene, '/v1/sources').then((json) => kinds.parse(json).results),
    jsonOf(scene, '/v1/trigger-kinds').then((json) => kinds.parse(json).results),
    jsonOf(scene, '/v1/template-schema.json'),
  ])
  return { designSchema, kinds: [...sources, ...triggers] }
}

/** Every list can be read to its end, and every thing in it by its id: whatever was taken in can be told again. */
async function readEverything(scene: Scene): Promise<void> {
  const { api, key } = scene
  const lists = api.operations.filter(({ method, path, query }) => {
    return method === 'GET' && !path.includes(':') && query.some(({ name }) => name === 'after')
  })
  for (const { path } of lists) {
    const isReadById = api.at('GET', `${path}/x`) !== undefined
    for (let after = ''; ; ) {
      const target = `${path}?limit=100${after && `&after=${encodeURIComponent(after)}`}`
      const page = pageSchema.safeParse(await jsonOf(scene, target).catch(String))
      if (!page.success) {
        scene.wrong.push(`${target} cannot be read: ${page.error.message}`)
        break
      }
      const items = page.data.results.map(({ id }) => get(key, `${path}/${id}`))
      if (isReadById) await exchangeAll(scene, items, 4)
      if (page.data.next === null) break
      after = page.data.next
    }
  }
}

/** A seed makes all requests, except for the ids in them, which are new in each installation. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, key, requests, seed, concurrency, log = () => {} } = options
  const wire = openWire(url)
  const startedAtMs = performance.now()
  try {
    const api = readApi(await jsonOf({ wire, key }, '/v1/openapi.json'))
    const pool = createPool()
    const scene: Scene = { wire, api, pool, key, statuses: new Map(), taken: new Set(), wrong: [] }
    const making = { api, pool, key, hints: await hintsOf(scene) }
    const arbitrary = requestsTo(making)
    for (let sent = 0; sent < requests; sent += batchSize) {
      await exchange(scene, comeIn(await stock(options), sent / batchSize))
      for (const { path } of api.operations.filter(({ method }) => method === 'GET')) {
        if (!path.includes(':') && path.startsWith('/v1/') && path !== '/v1/events')
          await exchange(scene, get(key, path))
      }
      const numRuns = Math.min(batchSize, requests - sent)
      await exchangeAll(scene, fc.sample(arbitrary, { seed: seed + sent, numRuns }), concurrency)
      log(`${sent + numRuns} of ${requests} requests, ${scene.wrong.length} wrong answers`)
      if (scene.wrong.length === mostWrong) break
    }
    await readEverything(scene)
    const { statuses, taken, wrong } = scene
    return {
      seed,
      requests,
      seconds: (performance.now() - startedAtMs) / 1000,
      statuses: Object.fromEntries(statuses),
      operations: api.operations.length,
      neverTaken: api.operations.map(({ name }) => name).filter((name) => !taken.has(name)),
      wrong,
    }
  } finally {
    wire.close()
  }
}
