import { describe, expect, test } from 'vitest'
import { createFeedSource } from './feed.ts'

const { settings } = createFeedSource({
  fetch: async () => ({ status: 500, headers: {}, body: new Uint8Array() }),
  governor: { enter: async () => ({ use: () => true, answered: async () => {} }), pause: async () => {} },
  feedsDir: '/nonexistent',
  readTableFile: () => Promise.reject(new Error('It is not read.')),
})

const url = 'https://shop.example/a.csv'

describe('the settings of a feed', () => {
  test('are its URL alone, or more', () => {
    expect(settings.parse({ url })).toEqual({
      url,
      format: 'auto',
      next_page: 'auto',
      encoding: 'auto',
      decimal_comma: false,
    })
    const header = 'Authorization: Bearer a.b-c_d'
    expect(settings.parse({ url, format: 'tsv', key: 'id', header, second_header: 'X-Shop: 7' })).toMatchObject({
      header,
    })
  })

  test.each([
    {},
    { url: 'ftp://shop.example/a.csv' },
    { url: 'https://user:password@shop.example/a.csv' },
    { url, format: 'pdf' },
    { url, key: '' },
    { url, header: 'Bearer abc' },
    { url, header: 'X-Token: a\nHost: b' },
    { url, header: 'Host: other.example' },
    { url, second_header: 'Content-Length : 5' },
    { url, token: 'x' },
  ])('are not %o', (given) => {
    expect(settings.safeParse(given).success).toBe(false)
  })
})
