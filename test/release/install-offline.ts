import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Packed } from '#release/pack.ts'
import { publishedPackages, root } from '#release/workspace.ts'

const names = z.record(z.string(), z.string()).default({})
const lockEntry = z.looseObject({ version: z.string().optional(), dependencies: names, optionalDependencies: names })
type Entry = z.output<typeof lockEntry>

const locked = z
  .object({ packages: z.record(z.string(), lockEntry) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages

/** Node looks for a dependency beside the package, then in every folder above. */
function find(name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (locked[path] !== undefined) return path
    if (folder === '') throw new Error(`the lock file lacks ${name}, which ${from} needs`)
  }
}

/** Adds what a package needs to another tree: on top where it is free, else below the package. */
function addNeeds(tree: Record<string, Entry>, at: string, { entry, from }: { entry: Entry; from: string }): void {
  for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
    if (tree[`node_modules/${name}`] !== undefined && name.startsWith('@pictable/')) continue
    const path = find(name, from)
    const { dev: _, devOptional: __, peer: ___, ...needed } = locked[path] ?? lockEntry.parse({})
    const onTop = tree[`node_modules/${name}`]
    if (onTop?.version === needed.version) continue
    const place = onTop === undefined ? `node_modules/${name}` : `${at}/node_modules/${name}`
    tree[place] = needed
    addNeeds(tree, place, { entry: needed, from: path })
  }
}

/**
 * Installs tarballs in a folder, with the versions of the lock file of the repository: their packages are in npm's cache since it
 * installed the repository, so no registry is asked.
 */
export function installOffline(folder: string, packed: readonly Packed[]): void {
  const dependencies = Object.fromEntries(packed.map(({ name, path }) => [name, `file:${path}`]))
  const entries = packed.map(({ name, path }) => {
    const manifest = readFileSync(join(dirname(path), 'staged', name, 'package.json'), 'utf8')
    const entry = { ...lockEntry.parse(JSON.parse(manifest)), resolved: dependencies[name] }
    const from = publishedPackages().find((one) => one.manifest.name === name)?.folder ?? ''
    return { from, at: `node_modules/${name}`, entry }
  })
  const tree: Record<string, Entry> = Object.fromEntries(entries.map(({ at, entry }) => [at, entry]))
  for (const { at, ...one } of entries) addNeeds(tree, at, one)
  const manifest = { private: true, type: 'module', dependencies }
  const packages = { '': manifest, ...tree }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, requires: true, packages }))
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  execFileSync('npm', ['ci', ...options], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
