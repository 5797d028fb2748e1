import { describe, expect, test } from 'vitest'
import { createSqliteSource } from './sqlite.ts'

/** That it keeps the promises of the port, the conformance suite proves over a real file. */
describe('createSqliteSource()', () => {
  const kind = createSqliteSource({ filesDir: undefined })

  test('takes a path and nothing else', () => {
    expect(kind.settings.safeParse({ path: 'shop.sqlite' }).success).toBe(true)
    for (const wrong of [{}, { path: '' }, { path: 'shop.sqlite', mode: 'memory' }])
      expect(kind.settings.safeParse(wrong).success).toBe(false)
  })

  test('opens no file where the operator allows none', async () => {
    const message = expect.stringContaining('PICTABLE_FILES_DIR')
    const source = kind.open({ path: 'shop.sqlite' }, 'con_test')
    await expect(source.check()).rejects.toMatchObject({ code: 'source_invalid', message })
  })
})
