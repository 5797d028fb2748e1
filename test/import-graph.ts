import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ANY_SIBLING, type Import, parsedImports } from '#test/parsed-imports.ts'

const packageJson = z.object({
  name: z.string(),
  imports: z.record(z.string(), z.string()).default({}),
  exports: z.record(z.string(), z.string()).default({}),
})

interface Workspace extends z.infer<typeof packageJson> {
  /** Path from the root of the repository, '' for the root itself. */
  folder: string
}

const root = join(import.meta.dirname, '..')
const workspaces: readonly Workspace[] = [
  '',
  ...['renderer', 'model', 'client', 'editor', 'server', 'dashboard', 'docs', 'n8n'].map((name) => `packages/${name}`),
].map((folder) => ({
  folder,
  ...packageJson.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))),
}))

/** The files that `import(`./${name}.ts`)` loads: every other one of its folder. */
function siblingsOf(path: string): string[] {
  const folder = join(root, dirname(path))
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => /\.ts$/.test(name) && !/\.test(-kit)?\.ts$/.test(name))
  return names.filter((name) => name !== basename(path)).map((name) => `./${name}`)
}

/** `importsOf()` lists what a file imports or exports again; dynamic imports of one file or of its folder included. */
export function importsOf(path: string, source: string): Import[] {
  return parsedImports
    .of(path, source)
    .flatMap((found) =>
      found.specifier === ANY_SIBLING ? siblingsOf(path).map((specifier) => ({ ...found, specifier })) : [found],
    )
}

/** The target of the first entry of a map of package.json (`"#core/*": "./src/core/*"`) that fits. */
function lookUp(map: Readonly<Record<string, string>>, name: string): string | null {
  for (const [pattern, target] of Object.entries(map)) {
    if (pattern === name) return target
    const [start = '', end] = pattern.split('*')
    if (end !== undefined && name.startsWith(start) && name.endsWith(end) && name.length >= start.length + end.length)
      return target.replace('*', name.slice(start.length, name.length - end.length))
  }
  return null
}

function inWorkspace({ folder }: Workspace, target: string | null): string | null {
  return target === null ? null : join(folder, target)
}

/** `targetOf()` is the path of the file that a specifier names, null for a package that is not ours. */
export function targetOf(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return join(path, '..', specifier)
  if (specifier.startsWith('#')) {
    const own = workspaces.findLast(({ folder }) => path.startsWith(`${folder}/`)) ?? workspaces[0]
    return own ? inWorkspace(own, lookUp(own.imports, specifier)) : null
  }
  const workspace = workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`))
  return workspace
    ? inWorkspace(workspace, lookUp(workspace.exports, `.${specifier.slice(workspace.name.length)}`))
    : null
}

/** Files, and what each of them loads: other files, packages and modules of Node. Types vanish when a file runs. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>

/** `importGraphOf()` follows the imports from these files (paths from the root of the repository). */
export function importGraphOf(paths: readonly string[]): ImportGraph {
  const graph = new Map<string, ReadonlySet<string>>()
  const waiting = [...paths]
  const seen = new Set(paths)
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (graph.has(path)) continue
    const from = path
    const targets = importsOf(from, readFileSync(join(root, from), 'utf8'))
      .filter(({ kind }) => kind !== 'type')
      .map(({ specifier }) => targetOf(from, specifier) ?? specifier)
    graph.set(from, new Set(targets))
    for (const target of targets) {
      if (seen.has(target)) continue
      seen.add(target)
      if (/\.tsx?$/.test(target) && existsSync(join(root, target))) waiting.push(target)
    }
  }
  parsedImports.store()
  return graph
}

/** Everything that is loaded with a file, itself included. */
export function loadedWith(graph: ImportGraph, path: string): ReadonlySet<string> {
  const loaded = new Set<string>()
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (loaded.has(next)) continue
    loaded.add(next)
    waiting.push(...(graph.get(next) ?? []))
  }
  return loaded
}
