import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeFeed, startFakeFeed } from '#test/fakes/feed/fake-feed.ts'
import { cardDesign } from '#test/scenarios/seed.ts'
import { startWholeApp, trigger, untilEnded, type WholeApp } from '#test/scenarios/whole-app.ts'

let app: WholeApp
let fake: FakeFeed
beforeAll(async () => {
  fake = await startFakeFeed()
  app = await startWholeApp({ PICTABLE_EGRESS_ALLOW: '127.0.0.0/8' })
})
afterAll(async () => {
  await app.close()
  await fake.close()
})

interface Product {
  sku: string
  Name: string
  price: number
}

const count = 12
const path = '/products.csv'
const token = 'Bearer token-of-the-shop'
let products: Product[]
beforeEach(() => {
  products = Array.from({ length: count }, (_, n) => ({ sku: `S-${n}`, Name: `Product ${n}`, price: n }))
  fake.required = { name: 'authorization', value: token }
  fake.faults.length = 0
  serve()
})

function serve(text = csv()): void {
  fake.bodies.set(path, { body: text, contentType: 'text/csv' })
}

const csv = () => ['sku,Name,price', ...products.map((each) => Object.values(each).join(','))].join('\n')

async function openShop() {
  const { client } = app
  const settings = { url: `${fake.url}${path}`, key: 'sku', header: `Authorization: ${token}` }
  const connection = await client.connections.create({ body: { name: 'Feed', source: 'feed', settings } })
  const template = await client.templates.create({ body: { design: cardDesign, publish: true } })
  const action = await client.actions.create({
    body: {
      title: 'Cards',
      connection_id: connection.id,
      base_id: 'feed',
      table: 'feed',
      template_id: template.id,
      mapping: { Name: { field: 'Name' } },
    },
  })
  return { actionId: action.id, connection }
}

const run = async (actionId: string) => untilEnded(app.client, await trigger(app.client, actionId))

async function imagesOf(actionId: string): Promise<string[]> {
  const { results } = await app.client.images.list({ query: { action_id: actionId, limit: 100 } })
  return results.map(({ id }) => id).sort()
}

describe('an action over a feed', () => {
  test('renders what is new and changed, and reads nothing again that is unchanged', async () => {
    const { actionId, connection } = await openShop()
    expect(await app.client.connections.test({ params: { id: connection.id } })).toMatchObject({
      ok: true,
      warnings: [],
    })
    expect(JSON.stringify(connection)).not.toContain('token-of-the-shop')
    expect(await run(actionId)).toMatchObject({ state: 'completed', total: count, rendered: count })

    fake.answers.length = 0
    expect(await run(actionId)).toMatchObject({ state: 'completed', total: count, rendered: 0, skipped: count })
    expect(new Set(fake.answers)).toEqual(new Set([`${path} 304`]))

    products[3] = { sku: 'S-3', Name: 'Renamed', price: 3 }
    products.splice(5, 1)
    products.unshift({ sku: 'S-new', Name: 'New', price: 1 })
    serve()
    expect(await run(actionId)).toMatchObject({ state: 'completed', total: count, rendered: 2, skipped: count - 2 })
  })

  const cases: [what: string, breakFeed: () => void, code: string, words: string[]][] = [
    [
      'the token is revoked',
      () => {
        fake.required = { name: 'authorization', value: 'Bearer other' }
      },
      'source_auth',
      ['rejected the credentials (401)', 'header'],
    ],
    [
      'the plan is used up',
      () => fake.faults.push((_, response) => response.writeHead(402).end() === response),
      'source_quota',
      ['used up (402)'],
    ],
    ['a field is renamed', () => serve(csv().replace('Name', 'Titel')), 'source_not_found', ['"Name"', '"Titel"']],
    ['a field is deleted', () => serve('sku,price\nS-1,1\n'), 'source_not_found', ['"Name"']],
    ['the key is renamed', () => serve(csv().replace('sku', 'code')), 'source_invalid', ['no field "sku"', '"code"']],
    ['a key is there twice', () => serve(`${csv()}\nS-4,Twin,9\n`), 'source_invalid', ['Line 14', '"S-4"', 'line 6']],
    ['a row is cut off', () => serve(csv().slice(0, -4)), 'source_invalid', ['Line 13']],
    [
      'a cell is too long',
      () => serve(csv().replace('Product 2', 'x'.repeat(1_000_001))),
      'source_invalid',
      ['Line 4', '"Name"'],
    ],
    ['a login page is there', () => serve('<html><form>'), 'source_server', ['web page', 'Check the URL']],
    ['another file is there', () => serve('%PDF-1.7\n'), 'source_invalid', ['PDF']],
    ['the feed is gone', () => fake.bodies.delete(path), 'source_not_found', ['(404)']],
  ]

  test('says what is wrong with its feed; nothing is lost, and nothing made twice', async () => {
    const { actionId } = await openShop()
    await run(actionId)
    const images = await imagesOf(actionId)
    expect(images).toHaveLength(count)
    for (const [what, breakFeed, code, words] of cases) {
      breakFeed()
      const ended = await run(actionId)
      expect({ what, ...ended }).toMatchObject({ what, state: 'failed', rendered: 0, error: { code } })
      for (const word of words) expect(ended.error?.message, what).toContain(word)
      expect(JSON.stringify(ended)).not.toContain('token-of-the-shop')
      fake.required = { name: 'authorization', value: token }
      fake.faults.length = 0
      serve()
    }
    expect(await run(actionId)).toMatchObject({ state: 'completed', total: count, rendered: 0, skipped: count })
    expect(await imagesOf(actionId)).toEqual(images)
  })
})
