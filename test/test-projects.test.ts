import { describe, expect, test } from 'vitest'
import { importsOf, loadedWith, targetOf } from '#test/import-graph.ts'
import { findTests, mostFirst, type Project, projectOf } from '#test/test-projects.ts'

describe('importsOf()', () => {
  test.each([
    ["import { a } from './a.ts'", { specifier: './a.ts', kind: 'value' }],
    ["import './a.ts'", { specifier: './a.ts', kind: 'value' }],
    ["import type { A } from './a.ts'", { specifier: './a.ts', kind: 'type' }],
    ["import { type A } from './a.ts'", { specifier: './a.ts', kind: 'type' }],
    ["import { type A, b } from './a.ts'", { specifier: './a.ts', kind: 'value' }],
    ["export { a } from './a.ts'", { specifier: './a.ts', kind: 'value' }],
    ["export type { A } from './a.ts'", { specifier: './a.ts', kind: 'type' }],
    ["await import('./a.ts')", { specifier: './a.ts', kind: 'dynamic' }],
  ])('reads %s', (source, found) => {
    expect(importsOf('x.ts', source)).toEqual([found])
  })

  test('leaves out a dynamic import whose name is made at run time', () => {
    expect(importsOf('x.ts', 'await import(name)')).toEqual([])
  })

  test('lists the files of a folder that a file loads by their names', () => {
    const path = 'packages/server/src/database/migrations/index.ts'
    const listed = importsOf(path, `await import(\`./\${name}.ts\`)`)
    expect(listed).toContainEqual({ specifier: './0001-start.ts', kind: 'dynamic' })
    expect(listed).not.toContainEqual({ specifier: './index.ts', kind: 'dynamic' })
  })
})

describe('targetOf()', () => {
  test.each([
    ['packages/server/src/http/server/server.ts', './listen.ts', 'packages/server/src/http/server/listen.ts'],
    ['packages/server/src/http/server/server.ts', '#core/ids.ts', 'packages/server/src/core/ids.ts'],
    ['packages/server/src/http/server/server.ts', '#server/app.ts', 'packages/server/src/app.ts'],
    ['packages/dashboard/src/main.tsx', '#dashboard/ui/button.tsx', 'packages/dashboard/src/ui/button.tsx'],
    ['packages/server/src/app.ts', '@pictable/client', 'packages/client/src/index.ts'],
    ['test/gate.ts', '@pictable/server/app.ts', 'packages/server/src/app.ts'],
    ['test/gate.ts', '#test/start-app.ts', 'test/start-app.ts'],
    ['test/gate.ts', 'zod', null],
    ['test/gate.ts', 'node:fs', null],
  ])('of %s finds %s', (path, specifier, target) => {
    expect(targetOf(path, specifier)).toBe(target)
  })
})

describe('projectOf()', () => {
  const graph = new Map([
    ['a.test.ts', new Set(['a.ts', 'vitest'])],
    ['a.ts', new Set(['b.ts', 'a.ts'])],
    ['b.ts', new Set(['a.ts', 'sharp'])],
    ['c.test.ts', new Set(['a.ts', 'test/start-app.ts'])],
    ['d.test.ts', new Set(['vitest', 'node:fs'])],
  ])

  test.each<[string, Project]>([
    ['a.test.ts', 'drawing'],
    ['c.test.ts', 'app'],
    ['d.test.ts', 'pure'],
  ])('of %s is %s', (path, project) => {
    expect(projectOf(graph, path)).toBe(project)
  })

  test('goes by everything that is loaded, through circles too', () => {
    expect([...loadedWith(graph, 'a.test.ts')].sort()).toEqual(['a.test.ts', 'a.ts', 'b.ts', 'sharp', 'vitest'])
  })
})

describe('findTests()', () => {
  const tests = findTests()

  test.each<[string, Project]>([
    ['packages/server/src/core/backoff.test.ts', 'pure'],
    ['packages/renderer/src/text/layout.property.test.ts', 'thorough'],
    ['packages/renderer/src/node/designs.test.ts', 'drawing'],
    ['packages/server/src/core/table/table.test.ts', 'data'],
    ['test/conformance/source-nocodb.test.ts', 'data'],
    ['test/scenarios/river.test.ts', 'app'],
    ['test/dashboard/runs.test.ts', 'browser'],
    ['test/chaos/kill.test.ts', 'torture'],
    ['test/architecture.test.ts', 'house'],
  ])('puts %s into %s', (path, project) => {
    expect(tests.find((found) => found.path === path)?.project).toBe(project)
  })
})

test('mostFirst() starts with what needs the most, and keeps the order of what needs the same', () => {
  const tests = ['pure/a', 'app/b', 'torture/c', 'pure/d', 'torture/a', 'browser/a', 'app/a']
  const sorted = mostFirst(tests, (file) => file.split('/')[0] ?? '')
  expect(sorted).toEqual(['torture/c', 'torture/a', 'browser/a', 'app/b', 'app/a', 'pure/a', 'pure/d'])
})
