import { expect, test } from 'vitest'
import { makeBackups } from '#test/chaos/backups.ts'

test('backups of a server under load are restored with every image that was there before', {
  timeout: 400_000,
}, async () => {
  expect(await makeBackups({ times: 2, databaseMb: 30, files: 50 })).toMatchObject({
    missing: [],
    wrong: [],
    failed: [],
  })
})
