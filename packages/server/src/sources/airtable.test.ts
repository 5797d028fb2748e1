import { expect, test } from 'vitest'
import { createAirtableSource } from './airtable.ts'

const { settings } = createAirtableSource({
  fetch: async () => ({ status: 500, headers: {}, body: new Uint8Array() }),
  governor: { enter: async () => ({ use: () => true, answered: async () => {} }), pause: async () => {} },
})

test('the settings take a token alone, and addresses without their last slash', () => {
  expect(settings.parse({ token: ' pat1234567.abc ' })).toEqual({ token: 'pat1234567.abc' })
  expect(settings.parse({ token: 'pat1234567.abc', endpoint_url: 'https://airtable.example/v/' })).toMatchObject({
    endpoint_url: 'https://airtable.example/v',
  })
})

test.each([
  { token: 'short' },
  { token: 'Bearer pat1234567.abc' },
  { token: 'pat1234567.abc', endpoint_url: 'ftp://airtable.example' },
  { token: 'pat1234567.abc', calls_per_month: 0 },
  { token: 'pat1234567.abc', base: 'appX' },
])('the settings refuse %j', (given) => {
  expect(settings.safeParse(given).success).toBe(false)
})
