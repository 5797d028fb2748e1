import { mkdirSync, statSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { isAbsolute, join } from 'node:path'

/** A folder whose owner is another user could hold code of that user: `sudo` may leave their `HOME`. */
function isOurs(folder: string): boolean {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o022) === 0
}

/**
 * Where this user's caches are: not where the working directory or a setting decides, since what is in there runs. Null where there is no
 * folder that only this user can write.
 */
export function compiledFolderOf({ HOME, XDG_CACHE_HOME }: NodeJS.ProcessEnv): string | null {
  const parent = XDG_CACHE_HOME ?? HOME
  if (parent === undefined || !isAbsolute(parent) || !isOurs(parent)) return null
  const caches = XDG_CACHE_HOME ?? join(parent, '.cache')
  const folder = join(caches, 'pictable')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    return null
  }
  return isOurs(caches) && isOurs(folder) ? folder : null
}

/**
 * Has Node store the compiled code of this program when it ends, and use it from then on: half of a start is compiling.
 * `NODE_COMPILE_CACHE` names another folder, `NODE_DISABLE_COMPILE_CACHE=1` does without.
 */
export function storeCompiledCode(env: NodeJS.ProcessEnv): void {
  if (env.NODE_COMPILE_CACHE !== undefined || env.NODE_DISABLE_COMPILE_CACHE !== undefined) return
  const folder = compiledFolderOf(env)
  if (folder !== null) enableCompileCache(folder)
}
