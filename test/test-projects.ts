import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type ImportGraph, importGraphOf, loadedWith } from '#test/import-graph.ts'

/** What a test needs besides its own process, from the least to the most. */
export const PROJECTS = ['pure', 'thorough', 'drawing', 'data', 'app', 'browser', 'torture', 'house'] as const
export type Project = (typeof PROJECTS)[number]

/** A test belongs to the first project whose pattern fits something that it loads: a file (itself included) or a module. */
const needs: readonly [Project, RegExp][] = [
  ['house', /^test\/(architecture\.test\.ts$|house\/.*\.test\.ts$)/],
  ['torture', /^test\/(chaos|deploy|fuzz|mutation|release|sandbox)\/.*\.test\.ts$/],
  ['browser', /^test\/browser\/chromium\.ts$/],
  ['app', /^test\/(start-(app|world)|server-process|pictable-command)\.ts$|^test\/(guides|scenarios|snippets)\//],
  ['data', /^packages\/server\/src\/database\/(open-(embedded|postgres)|pglite)\.ts$|^node:sqlite$/],
  ['data', /^test\/(fakes\/.*|postgres-cluster|mariadb-server)\.ts$/],
  ['data', /^packages\/server\/src\/net\/loopback\.test-kit\.ts$/],
  ['app', /^node:child_process$/],
  ['drawing', /^(@napi-rs\/canvas|sharp|@resvg\/resvg-js)$/],
  // Hundreds of inputs, or one of a megabyte: `npm run quick` waits for these only when they import a changed file.
  ['thorough', /\.(property|large)\.test\.ts$/],
]

export interface TestFile {
  /** From the root of the repository. */
  path: string
  project: Project
  /** What it imports itself. */
  imports: ReadonlySet<string>
}

/** `projectOf()` says what a test needs, by what it loads. */
export function projectOf(graph: ImportGraph, path: string): Project {
  const loaded = [...loadedWith(graph, path)]
  return needs.find(([, pattern]) => loaded.some((file) => pattern.test(file)))?.[0] ?? 'pure'
}

/** `findTests()` lists every test of the repository. */
export function findTests(): TestFile[] {
  const paths = globSync(['{test,bench}/**/*.test.ts', 'packages/*/src/**/*.test.ts'], {
    cwd: join(import.meta.dirname, '..'),
  })
  const graph = importGraphOf(paths)
  return paths.sort().map((path) => ({ path, project: projectOf(graph, path), imports: graph.get(path) ?? new Set() }))
}

/** Tests in the order in which they are run: the short ones come last, and leave no worker without work at the end. */
export function mostFirst<Test>(tests: readonly Test[], projectNameOf: (test: Test) => string): Test[] {
  const rank = (test: Test) => PROJECTS.indexOf(projectNameOf(test) as Project)
  return tests.toSorted((a, b) => rank(b) - rank(a))
}
