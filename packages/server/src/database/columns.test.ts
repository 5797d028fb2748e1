import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Webhook } from '#core/webhook/webhook.ts'
import { webhookData } from '#database/data/webhook-data.ts'
import { mapperOf, plain } from './columns.ts'
import type { Database } from './database.ts'
import { openPrepared } from './prepared-cluster.test-kit.ts'
import { rowOf } from './statement.ts'

/** JSON as callers put it into `mapping`, `metadata` and `user_defined`: keys of any form. */
const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((one) => !one.includes('\0'))
const key = fc.oneof(text, fc.constantFrom('snake_case', 'camelCase', '_x', 'a__b', 'A_B', 'created_at'))
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null)),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(key, tie('json'), { maxKeys: 4 }),
  ),
}))

const webhook: Omit<Webhook, 'id' | 'userDefined'> = {
  name: 'Shop',
  format: 'standard',
  url: 'https://example.com/hook',
  sealedHeaders: null,
  sealedSecrets: null,
  sealedUserDefined: null,
  events: ['image.created'],
  onlyFailures: false,
  actionIds: null,
  timeoutMs: 1000,
  pause: null,
  failingSince: null,
  failedAttempts: 0,
  revision: 1,
  createdAt: new Date('2026-01-02T03:04:05Z'),
  updatedAt: new Date('2026-01-02T03:04:05Z'),
}

describe('rows', () => {
  let database: Database
  beforeAll(async () => {
    database = await openPrepared()
  })
  afterAll(() => database.close())

  test('have keys in camel case, and JSON inside of them as it was stored', async () => {
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        const select = 'select $1::jsonb as user_defined, array[$1::jsonb] as many_values, 1 as n'
        const row = await rowOf(database.kysely, select, [JSON.stringify(value)])
        expect(row).toEqual({ userDefined: value, manyValues: [value], n: 1 })
      }),
      { numRuns: 60 },
    )
  })

  test('keep the free-form JSON of an entity', async () => {
    const webhooks = webhookData(database.kysely)
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, json, { maxKeys: 5 }), async (userDefined) => {
        count += 1
        const stored = { ...webhook, id: `whk_${count}`, userDefined }
        await webhooks.insert(stored)
        expect(await webhooks.get(stored.id)).toEqual(stored)
      }),
      { numRuns: 40 },
    )
  })

  test('come as the database has them without plugins', async () => {
    const row = await rowOf(database.kysely.withoutPlugins(), 'select 1 as user_defined', [])
    expect(row).toEqual({ user_defined: 1 })
  })
})

describe('mapperOf()', () => {
  const mapper = mapperOf<{ id: string; limit: number | null; renderedAt: Date }>({
    id: plain,
    limit: { name: 'record_limit', type: 'int' },
    renderedAt: plain,
  })

  test('names a column after its property, or as it is told', () => {
    expect(mapper.columns.map(({ name }) => name)).toEqual(['id', 'record_limit', 'rendered_at'])
  })

  test('leaves out what is no property', () => {
    const renderedAt = new Date()
    expect(mapper.fromRow({ id: 'a', recordLimit: 3, renderedAt, secret: 'x' })).toEqual({
      id: 'a',
      limit: 3,
      renderedAt,
    })
  })
})
