import { expect, test } from 'vitest'
import { filesOf } from '#test/kept.ts'
import { makers } from '#test/kept-cluster.ts'

test('a kept cluster depends on the migrations, the start of PostgreSQL, the queues and the lock file', () => {
  const server = 'packages/server/src'
  const needed = ['database/migrations/0001-start.ts', 'database/start-postgres.ts', 'jobs/boss.ts']
  expect(filesOf(makers)).toEqual(expect.arrayContaining(needed.map((path) => `${server}/${path}`)))
  expect(filesOf(makers)).toContain('package-lock.json')
})
