import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'

/** Of the repository. */
export const root = join(import.meta.dirname, '..')

const versions = z.record(z.string(), z.string())

const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  private: z.boolean().optional(),
  type: z.string().optional(),
  keywords: z.array(z.string()).optional(),
  exports: z.unknown().optional(),
  engines: versions.optional(),
  imports: versions.optional(),
  bin: versions.optional(),
  scripts: versions.optional(),
  dependencies: versions.optional(),
  devDependencies: versions.optional(),
  peerDependencies: versions.optional(),
})

export type Manifest = z.output<typeof manifestSchema>

/** A package of the workspace. */
export interface Workspace {
  /** From the root of the repository. */
  folder: string
  manifest: Manifest
}

export function readManifest(folder: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
}

/** Every package of the workspace. */
export function workspaces(): Workspace[] {
  const { workspaces: listed } = z
    .object({ workspaces: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return globSync(
    listed.map((folder) => `${folder}/package.json`),
    { cwd: root },
  ).map((path) => ({ folder: dirname(path), manifest: readManifest(dirname(path)) }))
}

/** The packages that a release publishes, each after those of them that it depends on. */
export function publishedPackages(): Workspace[] {
  const published = workspaces().filter(({ manifest }) => manifest.private !== true)
  const ordered: Workspace[] = []
  const add = (one: Workspace) => {
    if (ordered.includes(one)) return
    for (const other of published) if (one.manifest.dependencies?.[other.manifest.name] !== undefined) add(other)
    ordered.push(one)
  }
  for (const one of published) add(one)
  return ordered
}
