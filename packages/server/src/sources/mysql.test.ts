import { describe, expect, test } from 'vitest'
import { createMysqlSource } from './mysql.ts'
import { mysqlDialect } from './sql/mysql-dialect.ts'
import type { SqlConnection } from './sql/sql-dialect.ts'

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

test.each([
  ['MySQL 8.0.36', true],
  ['MySQL 8.4.0', true],
  ['MySQL 8.0.15', false],
  ['MySQL 5.7.44', false],
  ['MariaDB 10.11.6', true],
])('%s tells which columns have rules (%s)', async (version, knowsRules) => {
  const column = (name: string) => [name, 'int', 'int', 'YES', null, '', 'select,update', null, null, null]
  const query: SqlConnection['query'] = async (text) => {
    if (text.includes('CHECK_CONSTRAINTS')) {
      if (!knowsRules) throw new Error('Unknown table')
      return { rows: [['(`n` < 100)']], affected: 0 }
    }
    return { rows: text.includes('STATISTICS') ? [] : [column('n'), column('free')], affected: 0 }
  }
  const connection = { version, query, isOpen: () => true, setIdle() {}, close() {} }
  const table = await mysqlDialect.describe(connection, 'shop', 'goods')
  expect(table?.columns.map(({ hasRules }) => hasRules)).toEqual([knowsRules, false])
})
