import { hasCluster, makeCluster, useCluster } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { keep } from '#test/kept.ts'

/** What makes a cluster: the kit, and the thread of the database. */
export const makers = ['prepared-cluster.test-kit.ts', 'pglite-thread.ts'].map(
  (name) => `packages/server/src/database/${name}`,
)

/** Vitest calls this before the first test of each project. */
export async function setup(): Promise<void> {
  if (!hasCluster()) useCluster(await keep({ name: 'clusters', makers, make: makeCluster }))
}
