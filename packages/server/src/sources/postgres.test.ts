import { describe, expect, test } from 'vitest'
import { createPostgresSource } from './postgres.ts'

/** That it keeps the promises of the port, the conformance suite proves over a real server. */
describe('createPostgresSource()', () => {
  const { settings } = createPostgresSource({
    createSocket: () => {
      throw new Error('dialled')
    },
  })
  const given = { host: 'db.example.com', database: 'shop', user: 'pictable' }

  test('fills in what most people leave out', () => {
    expect(settings.parse(given)).toEqual({ ...given, port: 5432, password: '', ssl: 'prefer' })
  })

  test.each([
    { host: '/var/run/postgresql' },
    { host: 'postgres://db.example.com/shop' },
    { host: 'me@db.example.com' },
    { port: 0 },
    { port: 65_536 },
    { database: '' },
    { ssl: 'yes' },
    { ca: 'no certificate' },
    { options: '-c role=postgres' },
  ])('refuses %j', (wrong) => {
    expect(settings.safeParse({ ...given, ...wrong }).success).toBe(false)
  })
})
