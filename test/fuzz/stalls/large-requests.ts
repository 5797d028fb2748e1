import fc from 'fast-check'
import type { Operation } from '#test/fuzz/operations.ts'
import { type Making, requestOf, type WireRequest } from '#test/fuzz/requests.ts'
import { type Bulks, bulkyBodies, bulkyFiles, bulkyValues } from './bulks.ts'

/** A request that is as large as it may be, and what is large about it. */
export interface LargeRequest {
  name: string
  /** Only what is sent is made. */
  make(): WireRequest
}

const bodyBytes = 1_040_000
const queryBytes = 12_000
const maxPlaces = 12
const mark = '@bulk@'

/** Places of a value: keys, and the first entry of each list. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || path.length === 3) return [[...path]]
  const entries = Array.isArray(value) ? value.slice(0, 1).map((item) => ['0', item] as const) : Object.entries(value)
  return [[...path], ...entries.flatMap(([key, item]) => placesIn(item, [...path, key]))]
}

function withMark(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return mark
  if (Array.isArray(value)) return value.map((item, at) => (at === 0 ? withMark(item, rest) : item))
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.map(([name, item]) => [name, name === key ? withMark(item, rest) : item]))
}

function parsed(bytes: Uint8Array | null): unknown {
  try {
    return bytes === null ? undefined : JSON.parse(Buffer.from(bytes).toString())
  } catch {
    return undefined
  }
}

/** Fitting bodies with a mark at each place that has been found in any of them. */
function bodiesOf(samples: readonly WireRequest[]): Map<string, string> {
  const bodies = new Map([['', `"${mark}"`]])
  for (const { body } of samples) {
    const value = parsed(body)
    for (const path of placesIn(value)) {
      const place = path.join('/').replace(/\/0(?=\/|$)/g, '/*')
      if (!bodies.has(place) && bodies.size < maxPlaces) bodies.set(place, JSON.stringify(withMark(value, path)))
    }
  }
  return bodies
}

function* jsonRequests(samples: readonly WireRequest[], texts?: Bulks): Generator<[string, () => string]> {
  for (const [place, body] of bodiesOf(samples)) {
    const bulks: Bulks = texts ?? (place === '' ? bulkyBodies : bulkyValues)
    for (const [kind, make] of Object.entries(bulks)) {
      yield [`${kind} at /${place}`, () => body.replace(`"${mark}"`, () => make(bodyBytes - body.length))]
    }
  }
}

const bulkyTexts = ['x', '+', '%20', '9', '%22', '%5B', '%7B%22a%22:', '&a=1', '%F0%9F%98%80', ',', '%0A', '/']

/** Large requests to an operation, at every place: whatever is allowed by its size, or these texts. */
export function* largeRequestsTo(
  operation: Operation,
  making: Making,
  { seed, texts }: { seed: number; texts?: Bulks | undefined },
): Generator<LargeRequest> {
  const all = fc.sample(requestOf(operation, making), { seed, numRuns: 60 })
  const isAdmitted = ({ headers }: WireRequest) => headers.authorization === `Bearer ${making.key}`
  // Others are refused before their body is read.
  const samples = all.filter((request) => request.method === operation.method && isAdmitted(request))
  const [first] = samples
  if (first === undefined) return
  const [path = ''] = first.target.split('?', 1)
  for (const { name } of operation.query)
    for (const text of bulkyTexts) {
      const value = text.repeat(queryBytes / text.length)
      yield {
        name: `query ${name}=${text}`,
        make: () => ({ ...first, target: `${path}?${name}=${value}`, body: null }),
      }
    }
  if (operation.method === 'GET') return
  const types = operation.bodies.map(([type]) => type)
  const headers = {
    ...first.headers,
    'content-type': types[0] === '*/*' ? 'text/csv' : (types[0] ?? 'application/json'),
  }
  const isJson = headers['content-type'] === 'application/json'
  const files = Object.entries(bulkyFiles).map(([kind, make]) => [kind, () => make(bodyBytes)] as const)
  for (const [name, make] of isJson ? jsonRequests(samples, texts) : files) {
    yield { name, make: () => ({ ...first, headers, body: new TextEncoder().encode(make()) }) }
  }
}
