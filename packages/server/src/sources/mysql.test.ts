import { describe, expect, test } from 'vitest'
import { createMysqlSource } from './mysql.ts'

/** That it keeps the promises of the port, the conformance suite proves over a real server. */
describe('createMysqlSource()', () => {
  const { settings } = createMysqlSource({
    createSocket: () => {
      throw new Error('dialled')
    },
  })

  test('needs a host and an account, and no database', () => {
    const given = { host: 'db.example.com', user: 'pictable' }
    expect(settings.parse(given)).toEqual({ ...given, port: 3306, password: '', ssl: 'prefer' })
    expect(settings.safeParse({ ...given, multipleStatements: true }).success).toBe(false)
  })
})
