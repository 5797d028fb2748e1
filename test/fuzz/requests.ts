import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { contract } from '@pictable/client'
import fc from 'fast-check'
import { password } from '#test/scenarios/people-kit.ts'
import { cardDesign } from '#test/scenarios/seed.ts'
import { arbitraryOf, type ByName, resolveIn } from './from-schema.ts'
import { hostileBytes, hostileHeaders, hostileSegment, hostileText, hostileValue } from './hostile.ts'
import type { Api, Operation } from './operations.ts'
import type { Pool } from './pool.ts'

/** A request as it goes over the wire, whatever clients would make of it. */
export interface WireRequest {
  method: string
  /** With the query. */
  target: string
  headers: Record<string, string>
  body: Uint8Array | null
}

/** What the server tells of what its contract leaves open. */
export interface Hints {
  designSchema: unknown
  /** Names of the kinds of sources and triggers, with the schema of their settings. */
  kinds: { kind: string; settings?: unknown }[]
}

export interface Making {
  api: Api
  pool: Pool
  hints: Hints
  key: string
}

/** Few, so that they are often right. */
const words = fc.constantFrom(password, 'other words of mine')

function byNameOf({ pool, hints }: Making): ByName {
  const sizes = fc.constantFrom(1, 16, 320, 1200)
  const design = arbitraryOf(hints.designSchema, {
    resolve: resolveIn(hints.designSchema),
    byName: (name) => (/^(width|height)$/.test(name) ? sizes : undefined),
  })
  const settings = fc.oneof(
    fc.constant({}),
    ...hints.kinds.map((one) => {
      return arbitraryOf(one.settings, { resolve: resolveIn(one.settings), byName: () => undefined })
    }),
  )
  const kind = fc.constantFrom(...hints.kinds.map((one) => one.kind))
  const special: Record<string, fc.Arbitrary<unknown>> = {
    design: fc.oneof({ weight: 2, arbitrary: fc.constant(cardDesign) }, { weight: 1, arbitrary: design }),
    settings,
    kind,
    source: kind,
    base_id: fc.constant('built-in'),
    table: fc.constant('Products'),
    view: fc.constant('All'),
    field: fc.constantFrom('Name', 'Image'),
    url: fc.constantFrom('Image', 'https://127.0.0.1/hook', 'http://169.254.169.254/'),
    webhook_url: fc.constantFrom('https://127.0.0.1/hook', 'ftp://127.0.0.1/'),
    email: fc.oneof(
      pool.idOf('email'),
      fc.nat(999).map((n) => `ada-${n}@example.com`),
    ),
    token: pool.idOf('link'),
    ...Object.fromEntries(['password', 'current_password', 'new_password'].map((name) => [name, words])),
    questions: fc.constant([{ variable: 'Name', kind: 'text', label: 'Name', required: false }]),
    cron: fc.constantFrom('0 9 * * 1-5', '* * * * * *', '0 0 31 2 *'),
    fields: fc.oneof(
      fc.constant([{ name: 'Name', kind: 'text' }]),
      fc.dictionary(fc.constantFrom('Name', 'Image', 'x'), hostileValue, { maxKeys: 3 }),
    ),
  }
  return (name) => {
    const known = special[name]
    if (known !== undefined) return known
    if (!pool.knows(name) || !/_ids?$/.test(name)) return undefined
    const id = pool.idOf(name)
    return name.endsWith('s') ? fc.array(id, { minLength: 1, maxLength: 3 }) : id
  }
}

/** Puts hostile things into a value that fits: replaced, added, taken away, at a place that the numbers choose. */
function spoil(value: unknown, { picks, bad }: { picks: number[]; bad: unknown }): unknown {
  const [pick = 0, ...rest] = picks
  if (typeof value !== 'object' || value === null || rest.length === 0) return bad
  if (Array.isArray(value)) {
    if (value.length === 0) return [bad]
    const at = pick % value.length
    return value.map((item, index) => (index === at ? spoil(item, { picks: rest, bad }) : item))
  }
  const entries = Object.entries(value)
  if (pick % 5 === 0 || entries.length === 0) return { ...value, other: bad }
  const at = pick % entries.length
  if (pick % 5 === 1) return Object.fromEntries(entries.filter((_, index) => index !== at))
  return Object.fromEntries(
    entries.map(([name, item], index) => [name, index === at ? spoil(item, { picks: rest, bad }) : item]),
  )
}

interface Body {
  bytes: Uint8Array | null
  type: string | null
}

const noBody: fc.Arbitrary<Body> = fc.constant({ bytes: null, type: null })
const encoded = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '')

const fromRenderer = createRequire(join(import.meta.dirname, '../../packages/renderer/package.json'))
const font = fromRenderer.resolve('@fontsource-variable/noto-sans-sc/files/noto-sans-sc-97-wght-normal.woff2')

const files: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.constant(new Uint8Array(readFileSync(font))),
  fc
    .constantFrom(
      'Name,Image\nCup,\n',
      'Name\n"half',
      '\ufeffA;B\n1;2',
      'a,a\n1,2',
      '',
      'PK\u0003\u0004 no workbook',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
    )
    .map((text) => new TextEncoder().encode(text)),
  fc.constant(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])),
  hostileBytes,
)

function fittingBodyOf(operation: Operation, making: Making): fc.Arbitrary<Body> {
  const bodies = operation.bodies.map(([type, schema]): fc.Arbitrary<Body> => {
    if (type !== 'application/json')
      return files.map((bytes) => ({ bytes, type: type === '*/*' ? 'application/octet-stream' : type }))
    const value = arbitraryOf(schema, { resolve: making.api.resolve, byName: byNameOf(making) })
    const spoiled = fc
      .tuple(value, fc.array(fc.nat(1000), { minLength: 2, maxLength: 4 }), hostileValue)
      .map(([fitting, picks, bad]) => spoil(fitting, { picks, bad }))
    return fc
      .oneof({ weight: 3, arbitrary: value }, { weight: 2, arbitrary: spoiled })
      .map((json) => ({ bytes: encoded(json), type }))
  })
  return bodies.length === 0 ? noBody : fc.oneof(...bodies)
}

/** An object may have a `toString` that is none. */
const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

function queryOf(operation: Operation, making: Making): fc.Arbitrary<string> {
  if (operation.query.length === 0) return fc.constant('')
  const byName = byNameOf(making)
  const pairs = operation.query.map(({ name, schema }) => {
    const fitting = byName(name) ?? arbitraryOf(schema, { resolve: making.api.resolve, byName })
    const value = fc.oneof({ weight: 4, arbitrary: fitting }, { weight: 1, arbitrary: hostileText })
    return value.map((one) => `${name}=${encodeURIComponent(textOf(one).toWellFormed().slice(0, 3000))}`)
  })
  return fc.subarray(pairs).chain((chosen) => fc.tuple(...chosen).map((all) => all.join('&')))
}

const hostileQuery = fc.oneof(
  fc.constantFrom(
    'limit=1&limit=2',
    '&&&',
    '=',
    '%',
    'limit=%zz',
    'a[b]=c',
    '__proto__=1',
    'after=\u00ff',
    'limit=%00',
    'x'.repeat(15_000),
  ),
  hostileText.map((text) => `after=${encodeURIComponent(text.toWellFormed())}`),
  hostileText.map((text) => `filters=${encodeURIComponent(text.toWellFormed())}`),
)

function segmentOf(operation: Operation, name: string, pool: Pool): fc.Arbitrary<string> {
  if (name === 'version') return fc.constantFrom('1', '2', '0', '999999999')
  if (name === 'file') return fc.constantFrom('1.png', 'tpl_1.png')
  if (name === 'name') return pool.idOf('starter')
  if (pool.knows(name)) return pool.idOf(name)
  const parts = operation.path.split('/')
  return pool.idOf(parts[parts.indexOf(`:${name}`) - 1] ?? '')
}

function pathOf(operation: Operation, pool: Pool): fc.Arbitrary<string> {
  const path = pathByPartsOf(operation, pool)
  if (operation.path !== contract.images.file.path) return path
  return fc.oneof(
    pool.idOf('file').map((file) => `/images/${file}`),
    path,
  )
}

function pathByPartsOf(operation: Operation, pool: Pool): fc.Arbitrary<string> {
  const parts = operation.path.split('/').map((part) => {
    if (!part.startsWith(':')) return fc.constant(part)
    const fitting = segmentOf(operation, part.slice(1), pool)
    return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: hostileSegment })
  })
  return fc.tuple(...parts).map((all) => all.join('/'))
}

const usualHeaders = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ 'if-match': '"r1"' }, { 'if-none-match': '*' }, { 'idempotency-key': 'same' }),
  },
  { weight: 1, arbitrary: fc.nat(50).map((n) => ({ 'idempotency-key': `key-${n}` })) },
)

/** Tries to log in are counted by where they come from. */
const somewhere = fc.nat(9999).map((n) => ({ 'x-forwarded-for': `2001:db8:0:${n}::1` }))

/** Whoever calls: mostly a program with a key, or a person on our pages; where nobody needs a key, somebody from anywhere. */
function callerOf({ entry, name }: Operation, { pool, key }: Making): fc.Arbitrary<Record<string, string>> {
  const program = fc.constant({ authorization: `Bearer ${key}` })
  const person = fc
    .tuple(pool.idOf('cookie'), somewhere)
    .map(([cookie, from]) => ({ cookie, 'sec-fetch-site': 'same-origin', ...from }))
  if (entry.scope === null) return fc.oneof(program, somewhere)
  const weight = /^(me|sessions?)-/.test(name) ? 8 : 1
  return fc.oneof({ weight: 4, arbitrary: program }, { weight, arbitrary: person })
}

export function requestOf(operation: Operation, making: Making): fc.Arbitrary<WireRequest> {
  const methods = fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE')
  const mostly = <Value>(usual: fc.Arbitrary<Value>, hostile: fc.Arbitrary<Value>) =>
    fc.oneof({ weight: 14, arbitrary: usual }, { weight: 1, arbitrary: hostile })
  return fc
    .record({
      method: mostly(fc.constant(operation.method), methods),
      path: mostly(
        pathOf(operation, making.pool),
        fc.array(hostileSegment, { maxLength: 4 }).map((parts) => `/v1/${parts.join('/')}`),
      ),
      query: mostly(queryOf(operation, making), hostileQuery),
      caller: callerOf(operation, making),
      headers: mostly<Record<string, string>>(usualHeaders, hostileHeaders),
      body: mostly(
        fittingBodyOf(operation, making),
        hostileBytes.map((bytes) => ({ bytes, type: 'application/json' })),
      ),
    })
    .map(({ method, path, query, caller, headers, body }) => ({
      method,
      target: encodedTarget(query === '' ? path : `${path}?${query}`),
      headers: {
        ...caller,
        ...(body.type === null ? {} : { 'content-type': body.type }),
        ...headers,
      },
      body: body.bytes,
    }))
}

/** Node sends no spaces, no control characters and nothing beyond Latin-1 in the first line. */
function encodedTarget(target: string): string {
  return target.replace(/[^\u0021-\u00ff]/gu, (letter) => encodeURIComponent(letter.toWellFormed()))
}

/** `requestsTo()` makes requests to every operation: such as fit, such as nearly fit, and hostile ones. */
export function requestsTo(making: Making): fc.Arbitrary<WireRequest> {
  return fc.oneof(...making.api.operations.map((operation) => requestOf(operation, making)))
}
