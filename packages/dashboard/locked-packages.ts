import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const entry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
  optionalDependencies: z.record(z.string(), z.string()).default({}),
})

/** A package that a release carries. */
export interface Locked {
  /** In the tree of `node_modules`. */
  path: string
  name: string
  version: string
  licence: string
  integrity: string
  /** Paths of what it depends on. */
  needs: string[]
}

/** Of the repository. */
export const root = join(import.meta.dirname, '..', '..')

const { packages } = z
  .object({ packages: z.record(z.string(), entry) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

/** Node looks for a dependency beside the package, then in every folder above. */
function pathOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return null
    if (!folder.includes('/node_modules/')) return packages[`node_modules/${name}`] ? `node_modules/${name}` : null
  }
}

/** In the pages, and a tool of development for npm: as a dependency it would make TypeScript one, which it may work with. */
const inPages: ReadonlySet<string> = new Set(['node_modules/valibot'])

/** Every package of the lock file that is no tool of development, on any platform. */
export function lockedPackages(): Locked[] {
  return Object.entries(packages)
    .filter(
      ([path, { dev, link }]) => path.includes('node_modules/') && link !== true && (dev !== true || inPages.has(path)),
    )
    .map(([path, { version = '', license = 'none', integrity = '', dependencies, optionalDependencies }]) => ({
      path,
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      integrity,
      needs: Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => pathOf(name, path) ?? []),
    }))
}
