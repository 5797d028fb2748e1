import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AppError, errorCatalogue } from '#core/errors.ts'
import type { Source } from '#core/ports/source.ts'
import type { SourceFetch } from '#core/ports/source-fetch.ts'
import type { WayOut } from '#sources/hosted/hosted-api.ts'
import { checkDescription } from './check-description.ts'
import { createDescribedSource } from './described-source.ts'
import type { Description } from './description.ts'
import { shippedDescriptions } from './shipped.ts'

const free: Omit<WayOut, 'fetch'> = {
  governor: { enter: async () => ({ use: () => true, answered: async () => {} }), pause: async () => {} },
}

const open = (description: Description, fetch: SourceFetch): Source =>
  createDescribedSource(description, { fetch, ...free }).open({}, 'con_1')

/** Names that the descriptions look for, so that answers are sometimes nearly right. */
const word = fc.constantFrom(
  ...[
    'id',
    'name',
    'data',
    'results',
    'records',
    'fields',
    'type',
    'value',
    'meta',
    'next',
    'text',
    'number',
    'file',
    'url',
  ],
  ...[
    'field_1',
    'primary',
    'isPrimary',
    'error',
    'errors',
    'detail',
    'collection',
    'schema',
    '__proto__',
    'constructor',
    '*',
  ],
)

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      1,
      -1.5,
      '',
      'x',
      '2026-01-02',
      'Infinity',
      '1e999',
      '../..',
      '9007199254740993',
    ),
    word,
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(word, tie('json'), { maxKeys: 6 }),
  ),
}))

const answer = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 201, 204, 301, 400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 503),
  body: fc.oneof(
    { weight: 9, arbitrary: json.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.string() },
  ),
  headers: fc.constantFrom<Record<string, string>>({}, { 'retry-after': '-1' }, { 'retry-after': 'x' }),
})

/** Gives the answers one after the other, and then the last one for ever. */
function answering(answers: readonly { status: number; body: string; headers: Record<string, string> }[]): SourceFetch {
  let n = 0
  return async () => {
    const given = answers[Math.min(n++, answers.length - 1)]
    return { status: given?.status ?? 200, headers: given?.headers ?? {}, body: new TextEncoder().encode(given?.body) }
  }
}

const MANY_PAGES = 200
const table = { baseId: 'b', tableId: 't' }

/** Everything that a source can be asked. Each ends: with a result, or an error of the catalogue in words. */
const calls: readonly ((source: Source) => Promise<unknown>)[] = [
  (source) => source.check(),
  (source) => source.listBases(),
  (source) => source.listTables('b'),
  (source) => source.listViews(table),
  (source) => source.listFields(table),
  async (source) => {
    const given: string[] = []
    for await (const { records } of source.pages(table, { viewId: null })) {
      given.push(...records.map(({ id }) => id))
      if (given.length > MANY_PAGES) throw new Error('the list has no end')
    }
    expect(given).toHaveLength(new Set(given).size)
  },
  (source) => source.getRecords(table, ['1', 'x', '..', 'rec1']),
  (source) => source.checkWrite(table, [{ fieldId: '1', value: 'x' }]),
  async (source) => {
    const patches = ['1', '2', '1'].map((recordId) => ({ recordId, fields: { '1': 'x' } }))
    expect(await source.writeBack(table, patches)).toHaveLength(patches.length)
  },
]

async function assertInWords(work: Promise<unknown>, sentence = /^[A-Z"].*[.]$/s): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    expect(Object.keys(errorCatalogue)).toContain(error.code)
    expect(error.code).toMatch(/^source_/)
    expect(error.message).toMatch(sentence)
  }
}

const destination = (description: Description): Description => ({
  ...description,
  settings: {
    endpoint_url: { role: 'destination', title: 'URL', description: '', default: 'https://product.example', cut: [] },
  },
  headers: {},
})

test('whatever a product answers, a call ends with a result or a documented error', async () => {
  const described = fc.constantFrom(...shippedDescriptions.map(destination))
  const answers = fc.array(answer, { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(described, answers, fc.constantFrom(...calls), async (description, given, call) => {
      await assertInWords(call(open(description, answering(given))))
    }),
    { numRuns: 2000 },
  )
})

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** Replaces the n-th value of JSON, counted through. */
function replaced(value: Json, n: { left: number }, by: unknown): unknown {
  if (n.left-- === 0) return by
  if (Array.isArray(value)) return value.map((each) => replaced(each, n, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, replaced(each, n, by)]))
}

test('whatever is in a description, it is rejected with a place, or its source keeps its word', async () => {
  const changed = fc.record({
    base: fc.constantFrom(...shippedDescriptions.map(destination)),
    place: fc.nat(400),
    by: fc.oneof(
      json,
      fc.constantFrom<unknown>('{table}', '{nope}', '*.*', 'a..b', '/', '//evil.example', 'x'.repeat(600), [], {}),
    ),
  })
  await fc.assert(
    fc.asyncProperty(
      changed,
      fc.array(answer, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...calls),
      async ({ base, place, by }, given, call) => {
        const plain: Json = JSON.parse(JSON.stringify(base))
        const found = checkDescription(replaced(plain, { left: place }, by))
        if ('faults' in found) {
          expect(found.faults.length).toBeGreaterThan(0)
          for (const { pointer, message } of found.faults)
            expect([pointer, message]).toEqual([expect.stringMatching(/^(\/|$)/), expect.stringMatching(/./)])
          return
        }
        // Titles and messages are what the description says.
        await assertInWords(call(open(found.description, answering(given))), /./)
      },
    ),
    { numRuns: 2000 },
  )
})

test('secrets are in no request but those to the destination, and in no query or path', async () => {
  const sent: { url: string; headers: Readonly<Record<string, string>> }[] = []
  for (const description of shippedDescriptions) {
    const fetch: SourceFetch = async ({ url, headers }) => {
      sent.push({ url, headers })
      return { status: 200, headers: {}, body: new TextEncoder().encode('{"data":[],"records":[],"results":[]}') }
    }
    const kind = createDescribedSource(description, { fetch, ...free })
    const source = kind.open(
      { token: 'the-secret-of-the-tests', endpoint_url: 'https://product.example/admin' },
      'con_1',
    )
    for (const call of calls) await call(source).catch(() => {})
  }
  expect(sent.length).toBeGreaterThan(10)
  expect(sent.filter(({ url }) => new URL(url).origin !== 'https://product.example')).toEqual([])
  expect(sent.filter(({ url }) => url.includes('the-secret'))).toEqual([])
  expect(sent.every(({ headers }) => headers.authorization?.endsWith(' the-secret-of-the-tests'))).toBe(true)
})

test('a next page on another server is never asked for', async () => {
  const [base] = shippedDescriptions.map(destination)
  const json = JSON.parse(JSON.stringify(base))
  json.records.pages = { by: 'url', max: 10, next: 'next' }
  const found = checkDescription(json)
  if ('faults' in found) throw new Error(JSON.stringify(found.faults))
  const asked: string[] = []
  for (const next of [
    'https://evil.example/x',
    '//evil.example/x',
    'https://product.example.evil.example/',
    'https://product.example@evil.example/',
    'http://product.example/x',
  ]) {
    const fetch: SourceFetch = async ({ url }) => {
      asked.push(url)
      const body = url.includes('all-tables')
        ? [{ id: 't', name: 'T', database_id: 'b' }]
        : url.includes('fields')
          ? [{ id: 1, name: 'Name', type: 'text', primary: true }]
          : { results: [{ id: asked.length, field_1: 'x' }], next }
      return { status: 200, headers: {}, body: new TextEncoder().encode(JSON.stringify(body)) }
    }
    const listing = async () => {
      for await (const _ of open(found.description, fetch).pages(table, { viewId: null }));
    }
    await expect(listing()).rejects.toMatchObject({
      code: 'source_server',
      message: expect.stringContaining('another server'),
    })
  }
  expect(asked.filter((url) => new URL(url).origin !== 'https://product.example')).toEqual([])
})
