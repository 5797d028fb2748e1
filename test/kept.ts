import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { importGraphOf } from '#test/import-graph.ts'

const root = join(import.meta.dirname, '..')
/** An older database would look like that of a server that was not used for days. */
const MAX_AGE_MS = 24 * 60 * 60_000

/** The files that what they make depends on: a change of any of them makes a new one. */
export function filesOf(makers: readonly string[]): string[] {
  const loaded = [...importGraphOf([...makers]).keys(), 'package-lock.json']
  return loaded.filter((path) => existsSync(join(root, path))).sort()
}

function nameBy(makers: readonly string[]): string {
  const contents = filesOf(makers).map((path) => `${path} ${hash('sha1', readFileSync(join(root, path)))}`)
  // What is made names the folder that it was made in, and a copy of that folder has its cache too.
  return hash('sha1', [process.version, root, ...contents].join('\n'))
}

const isOld = (path: string): boolean => Date.now() - statSync(path).mtimeMs > MAX_AGE_MS

interface Keeping {
  /** Of the folder of `node_modules/.cache` that it is kept in. */
  name: string
  /** What makes it: files with all that they load, from the root of the repository. */
  makers: readonly string[]
  /** Makes it in an empty folder, which gets its final path only when it is complete. */
  make(folder: string, finalPath: string): Promise<void>
}

/** Makes a folder unless an earlier run made it from the same files. @returns its path */
export async function keep({ name, makers, make }: Keeping): Promise<string> {
  const cache = join(root, 'node_modules', '.cache', name)
  mkdirSync(cache, { recursive: true })
  // Other runs may use those of other versions, but not for a day.
  for (const each of readdirSync(cache))
    if (isOld(join(cache, each))) rmSync(join(cache, each), { recursive: true, force: true })
  const kept = join(cache, nameBy(makers))
  if (existsSync(kept)) return kept
  const made = mkdtempSync(join(cache, 'unfinished-'))
  await make(made, kept)
  try {
    renameSync(made, kept)
  } catch (error) {
    // Another run made it first.
    if (!existsSync(kept)) throw error
    rmSync(made, { recursive: true, force: true })
  }
  return kept
}
