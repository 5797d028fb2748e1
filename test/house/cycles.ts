import { importsOf, targetOf } from '#test/import-graph.ts'
import type { Import } from '#test/parsed-imports.ts'

type Graph = ReadonlyMap<string, ReadonlySet<string>>
type Files = ReadonlyMap<string, string>

/** `cyclesOf()` lists the groups of nodes that reach each other, each sorted (Tarjan's strongly connected components). */
export function cyclesOf(graph: Graph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const trail: string[] = []
  const onTrail = new Set<string>()
  const cycles: string[][] = []
  const lower = (node: string, to = Number.POSITIVE_INFINITY) => lowest.set(node, Math.min(lowest.get(node) ?? to, to))
  const visit = (node: string): void => {
    order.set(node, order.size)
    lower(node, order.get(node))
    trail.push(node)
    onTrail.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) {
        visit(next)
        lower(node, lowest.get(next))
      } else if (onTrail.has(next)) lower(node, order.get(next))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = trail.splice(trail.indexOf(node))
    for (const member of group) onTrail.delete(member)
    if (group.length > 1) cycles.push(group.sort())
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return cycles
}

const isTest = /\.test\.tsx?$|\.test-kit\.tsx?$|\/fakes\//
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/'))

function linksOf(files: Files, kinds: readonly Import['kind'][]): Graph {
  const sources = [...files].filter(([path]) => !isTest.test(path))
  return new Map(
    sources.map(([path, source]) => {
      const targets = importsOf(path, source)
        .filter(({ kind }) => kinds.includes(kind))
        .flatMap(({ specifier }) => targetOf(path, specifier) ?? [])
      return [path, new Set(targets.filter((target) => files.has(target)))]
    }),
  )
}

/** Cycles of files that load each other, also later by a dynamic import. */
export function fileCycles(files: Files): string[][] {
  return cyclesOf(linksOf(files, ['value', 'dynamic']))
}

/** Cycles of folders that import each other, types included. */
export function folderCycles(files: Files): string[][] {
  const folders = new Map<string, Set<string>>()
  for (const [path, targets] of linksOf(files, ['value', 'dynamic', 'type'])) {
    const own = folderOf(path)
    const known = folders.get(own) ?? new Set()
    folders.set(own, known)
    for (const target of targets) if (folderOf(target) !== own) known.add(folderOf(target))
  }
  return cyclesOf(folders)
}
