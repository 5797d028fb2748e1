import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { hasCluster, makeCluster, useCluster } from '@pictable/server/database/prepared-cluster.test-kit.ts'
import { importGraphOf } from '#test/import-graph.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache', 'clusters')
/** An older one would look like the database of a server that stood still for days. */
const MAX_AGE_MS = 24 * 60 * 60_000

/** What makes a cluster: the kit, the thread of the database, and everything that they load. */
const makers = ['prepared-cluster.test-kit.ts', 'pglite-thread.ts'].map(
  (name) => `packages/server/src/database/${name}`,
)

/** The files that a cluster depends on: a change of any of them makes a new one. */
export function filesOfCluster(): string[] {
  const loaded = [...importGraphOf(makers).keys(), 'package-lock.json']
  return loaded.filter((path) => existsSync(join(root, path))).sort()
}

function nameOfCluster(): string {
  const contents = filesOfCluster().map((path) => `${path} ${hash('sha1', readFileSync(join(root, path)))}`)
  return hash('sha1', [process.version, ...contents].join('\n'))
}

const isOld = (path: string): boolean => Date.now() - statSync(path).mtimeMs > MAX_AGE_MS

/** Makes the cluster unless it was made by an earlier run from the same files. Vitest calls this before the first test of each project. */
export async function setup(): Promise<void> {
  if (hasCluster()) return
  mkdirSync(cache, { recursive: true })
  // Other runs may use those of other versions, but not for a day.
  for (const name of readdirSync(cache))
    if (isOld(join(cache, name))) rmSync(join(cache, name), { recursive: true, force: true })
  const kept = join(cache, nameOfCluster())
  if (!existsSync(kept)) {
    const made = mkdtempSync(join(cache, 'unfinished-'))
    await makeCluster(made)
    try {
      renameSync(made, kept)
    } catch (error) {
      // Another run was faster.
      if (!existsSync(kept)) throw error
      rmSync(made, { recursive: true, force: true })
    }
  }
  useCluster(kept)
}
