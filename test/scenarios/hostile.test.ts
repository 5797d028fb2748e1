import { endpoints, isRaw } from '@pictable/client'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { type Seed, seed } from '#test/scenarios/seed.ts'
import { startApp, type TestApp } from '#test/start-app.ts'

let app: TestApp
let seeded: Seed

beforeAll(async () => {
  app = await startApp()
  seeded = await seed(app)
})
afterAll(() => app.close())

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    '../../etc/passwd',
    "';drop table runs;--",
    '__proto__',
    'constructor',
    '\ud800',
    '😀'.repeat(500),
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
)
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, -1, 0, 1e308, 2 ** 53, [], {}, [[]], [{}]),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(hostileText, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 }),
)

/** A body that begins right: what the contract's own example has, with some of it replaced. */
function spoiled(example: unknown): fc.Arbitrary<unknown> {
  if (typeof example !== 'object' || example === null) return hostileValue
  const keys = Object.keys(example)
  const change = fc.dictionary(fc.constantFrom(...keys, 'other'), hostileValue, { maxKeys: 2 })
  return change.map((replaced) => ({ ...example, ...replaced }))
}

function exampleOf(schema: z.ZodType): unknown {
  const examples = schema.meta()?.examples
  return Array.isArray(examples) ? examples[0] : undefined
}

describe('hostile requests', () => {
  const taking = endpoints.filter(({ body }) => body && !isRaw(body))

  test.each(taking.map((entry) => [entry.name, entry] as const))(
    '%s answers them, and never by a 500',
    async (_, entry) => {
      const example = entry.body && !isRaw(entry.body) ? exampleOf(entry.body) : undefined
      const ids = entry.path.includes('templates')
        ? seeded.templateId
        : entry.path.includes('tables/')
          ? seeded.tableId
          : seeded.actionId
      const path = entry.path.replace(':id', ids).replace(':row_id', seeded.rowIds[0] ?? '')
      await fc.assert(
        fc.asyncProperty(fc.oneof(hostileValue, spoiled(example)), async (body) => {
          const { status, text } = await app.request(entry.method, path, {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          })
          expect([status, text.slice(0, status >= 500 ? 500 : 0)]).toEqual([expect.any(Number), ''])
        }),
        { numRuns: 40 },
      )
    },
  )

  const reading = endpoints.filter(({ method, query }) => method === 'GET' && query)

  test.each(reading.map((entry) => [entry.name, entry] as const))('%s answers hostile queries', async (_, entry) => {
    const names = Object.keys(entry.query?.shape ?? {})
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...names, 'x'), hostileText, { maxKeys: 3 }), async (query) => {
        const parts = Object.entries(query).map(([name, text]) => `${name}=${encodeURIComponent(text.toWellFormed())}`)
        const id = entry.path.includes('connections')
          ? seeded.connectionId
          : entry.path.includes('tables')
            ? seeded.tableId
            : seeded.templateId
        const { status } = await app.request('GET', `${entry.path.replace(':id', id)}?${parts.join('&')}`)
        expect(status).toBeLessThan(500 + (entry.name.startsWith('connections-') ? 3 : 0))
      }),
      { numRuns: 30 },
    )
  })

  test('none of it was an error of ours', () => expect(app.errors).toEqual([]))
})
