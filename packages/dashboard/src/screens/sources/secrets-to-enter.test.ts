import { expect, test } from 'vitest'
import { secretsToEnter } from './secrets-to-enter.ts'

const source = {
  settings: { properties: { host: {}, ssl: { strongestFirst: ['verify', 'require', 'disable'] }, password: {} } },
  destination_settings: ['host', 'ssl'],
  secret_settings: ['password'],
}
const before = { settings: { host: 'db.example', ssl: 'require', user: 'u', password: '***word' } }

test.each([
  [{}, false],
  [{ user: 'v' }, false],
  [{ ssl: 'verify' }, false],
  [{ ssl: 'disable' }, true],
  [{ host: 'other.example' }, true],
  [{ host: 'other.example', password: 'typed again' }, false],
  [{ host: 'other.example', password: undefined }, false],
])('secretsToEnter() after %j: %s', (change, isAsked) => {
  const draft = { name: 'Shop', settings: { ...before.settings, ...change } }
  expect([...secretsToEnter(source, draft, before).keys()]).toEqual(isAsked ? ['/settings/password'] : [])
  expect([...secretsToEnter(source, draft, null)]).toEqual([])
})
