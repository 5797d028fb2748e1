import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type FakeFeed, startFakeFeed } from '#test/fakes/feed/fake-feed.ts'
import { type FeedWorld, feedTable, openFeedWorld } from '#test/fakes/feed/open-feed.ts'

let fake: FakeFeed
let world: FeedWorld
beforeAll(async () => {
  fake = await startFakeFeed()
  world = await openFeedWorld()
})
afterAll(() => Promise.all([fake.close(), world.close()]))

/** What the shop has, two of them on a page. */
let items: { id: number; name: string }[]
let name = 0
let path = ''
beforeEach(() => {
  items = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Item ${id}` }))
  path = `/list-${name++}`
  fake.bodies.clear()
  fake.faults.length = 0
  fake.answers.length = 0
})

const size = 2
const pageOf = (number: number) => items.slice((number - 1) * size, number * size)
const hasMore = (number: number) => items.length > number * size

type Answer = { body: unknown; headers?: Record<string, string>; status?: number }

/** Answers each page by its query. */
function answer(given: (query: URLSearchParams) => Answer | null): void {
  fake.faults.push(({ url = '' }, response: ServerResponse) => {
    const found = url.startsWith(path) ? given(new URL(url, fake.url).searchParams) : null
    if (found === null) return false
    response.writeHead(found.status ?? 200, found.headers).end(JSON.stringify(found.body))
    return true
  })
}

const open = ({ key = 'id', ...settings }: Record<string, unknown>) =>
  world.open({ url: `${fake.url}${path}`, ...settings, ...(settings.format === 'shopify' ? {} : { key }) })

async function idsOf(settings: Record<string, unknown>) {
  const ids: string[] = []
  for await (const { records } of open(settings).pages(feedTable, { viewId: null }))
    ids.push(...records.map(({ id }) => id))
  return ids.join()
}

const numberIn = (query: URLSearchParams) => Number(query.get('page') ?? 1)
const link = (number: number): Record<string, string> =>
  hasMore(number) ? { link: `<${path}?page=1>; rel="first", <${path}?page=${number + 1}>; rel="next"` } : {}

const rules: [rule: string, settings: Record<string, unknown>, give: (query: URLSearchParams) => Answer][] = [
  ['the header Link', {}, (query) => ({ body: pageOf(numberIn(query)), headers: link(numberIn(query)) })],
  ['the header Link, as chosen', { next_page: 'link' }, (query) => rules[0]?.[2](query) ?? { body: null }],
  [
    'a URL in a field',
    { next_page: 'field', next_field: 'links.next' },
    (query) => ({
      body: {
        data: pageOf(numberIn(query)),
        links: { next: hasMore(numberIn(query)) ? `?page=${numberIn(query) + 1}` : null },
      },
    }),
  ],
  ['the number of the page', { next_page: 'number' }, (query) => ({ body: { items: pageOf(numberIn(query)) } })],
  [
    'a parameter of another name',
    { next_page: 'number', next_parameter: 'p' },
    (query) => ({ body: pageOf(Number(query.get('p') ?? 1)) }),
  ],
  [
    'a cursor',
    { next_page: 'cursor', next_field: 'paging.next.after', next_parameter: 'after' },
    (query) => {
      const number = Number(query.get('after') ?? 1)
      return { body: { results: pageOf(number), ...(hasMore(number) && { paging: { next: { after: number + 1 } } }) } }
    },
  ],
]

describe('a feed of several pages', () => {
  test.each(rules)('continues by %s', async (_rule, settings, give) => {
    answer(give)
    expect(await idsOf(settings)).toBe('1,2,3,4,5')
    expect((await open(settings).check()).warnings).toEqual([])
  })

  test('is products.json of a Shopify shop', async () => {
    answer((query) => {
      expect(query.get('limit')).toBe('250')
      return { body: { products: pageOf(numberIn(query)).map(({ id, name: title }) => ({ id, title })) } }
    })
    expect(await idsOf({ format: 'shopify' })).toBe('1,2,3,4,5')
    expect(fake.answers.map((each) => each.replace(path, ''))).toEqual(
      ['', '&page=2', '&page=3', '&page=4'].map((page) => `?limit=250${page} 200`),
    )
    expect(open({ format: 'shopify' }).capabilities.stableIds).toBe(true)
  })

  test('that are unchanged is not sent again', async () => {
    const serve = () => {
      for (const number of [1, 2, 3]) {
        const query = number === 1 ? '' : `?page=${number}`
        fake.bodies.set(`${path}${query}`, { body: JSON.stringify(pageOf(number)), headers: link(number) })
      }
    }
    serve()
    expect(await idsOf({})).toBe('1,2,3,4,5')
    fake.answers.length = 0
    expect(await idsOf({})).toBe('1,2,3,4,5')
    // Only a new page behind the last one would be unknown.
    expect(fake.answers).toEqual([`${path} 304`, `${path}?page=2 304`, `${path}?page=3 200`])
    items[2] = { id: 3, name: 'Renamed' }
    items.push({ id: 6, name: 'New' })
    serve()
    expect(await idsOf({})).toBe('1,2,3,4,5,6')
    items.push({ id: 7, name: 'On a new page' })
    serve()
    fake.bodies.set(`${path}?page=4`, { body: JSON.stringify(pageOf(4)) })
    expect(await idsOf({})).toBe('1,2,3,4,5,6,7')
  })

  test('gives a record once that moves to the next page in between', async () => {
    answer((query) => {
      const body = pageOf(numberIn(query))
      if (numberIn(query) === 1) items.unshift({ id: 0, name: 'New' })
      return { body }
    })
    expect(await idsOf({ next_page: 'number' })).toBe('1,2,3,4,5')
  })

  test('warns where the field of the next page may be wrong', async () => {
    answer(() => ({ body: { data: pageOf(1), paging: { next: 'x' } } }))
    const { warnings } = await open({ next_page: 'cursor', next_field: 'paging.nxt' }).check()
    expect(warnings).toEqual([expect.stringMatching(/one page only.*"paging.nxt"/)])
  })
})

describe('a feed whose pages are wrong', () => {
  const errorOf = (settings: Record<string, unknown>) => idsOf(settings).catch((error: unknown) => error)

  test('sends the same page again', async () => {
    answer(() => ({ body: pageOf(1) }))
    expect(await errorOf({ next_page: 'number', next_parameter: 'seite' })).toMatchObject({
      code: 'source_invalid',
      message: expect.stringMatching(/Page 2 has the same records as page 1.*Check the next page/),
    })
  })

  test('leads in a circle', async () => {
    answer((query) => ({ body: { items: pageOf(numberIn(query)), next: '?page=2' } }))
    const circle = { message: expect.stringMatching(/Page 2 continues with page 2/) }
    expect(await errorOf({ next_page: 'field' })).toMatchObject({ code: 'source_invalid', ...circle })
  })

  test('has one key on two pages', async () => {
    answer((query) => ({ body: pageOf(numberIn(query)) }))
    items[3] = { id: 1, name: 'Other' }
    const message = expect.stringMatching(/Page 2, record 2 has "1" as "id", as record 1 does/)
    expect(await errorOf({ next_page: 'number' })).toMatchObject({ code: 'source_invalid', message })
  })

  test('continues at another server', async () => {
    answer(() => ({ body: { items: pageOf(1), next: 'https://other.example/2' } }))
    const message = expect.stringMatching(/another server, other.example/)
    expect(await errorOf({ next_page: 'field' })).toMatchObject({ code: 'source_server', message })
  })

  test('has no text in the field of the next page', async () => {
    answer(() => ({ body: { items: pageOf(1), next: true } }))
    const message = expect.stringMatching(/"next" of the JSON is no text/)
    expect(await errorOf({ next_page: 'cursor' })).toMatchObject({ code: 'source_invalid', message })
  })

  test('rejects the credentials midway, and is read as a whole later', async () => {
    let isRevoked = true
    answer((query) =>
      isRevoked && numberIn(query) === 2 ? { status: 401, body: '' } : { body: pageOf(numberIn(query)) },
    )
    const message = expect.stringContaining('rejected the credentials (401)')
    expect(await errorOf({ next_page: 'number' })).toMatchObject({ code: 'source_auth', message })
    isRevoked = false
    expect(await idsOf({ next_page: 'number' })).toBe('1,2,3,4,5')
  })

  test('are no products of Shopify', async () => {
    answer(() => ({ body: { products: [{ name: 'x' }] } }))
    const message = expect.stringMatching(/Record 1 is not a product of Shopify/)
    expect(await errorOf({ format: 'shopify' })).toMatchObject({ code: 'source_invalid', message })
  })
})
