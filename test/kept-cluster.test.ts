import { expect, test } from 'vitest'
import { filesOfCluster } from '#test/kept-cluster.ts'

test('filesOfCluster() has the migrations, the start of PostgreSQL, the queues and the lock file', () => {
  const server = 'packages/server/src'
  const needed = ['database/migrations/0001-start.ts', 'database/start-postgres.ts', 'jobs/boss.ts']
  expect(filesOfCluster()).toEqual(expect.arrayContaining(needed.map((path) => `${server}/${path}`)))
  expect(filesOfCluster()).toContain('package-lock.json')
})
