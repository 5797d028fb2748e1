import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { FOLDER_ORDERS, folderOffences } from '#test/house/folders.ts'
import { parsedImports } from '#test/parsed-imports.ts'

const files = new Map(
  FOLDER_ORDERS.flatMap(({ root }) => globSync(`${root}/**/*.{ts,tsx}`)).map((path) => [
    path,
    readFileSync(path, 'utf8'),
  ]),
)

const orders = [{ root: 'packages/dashboard/src', folders: ['ui', 'screens/*', ''] }]
const planted = (path: string, specifier: string, form = 'import') =>
  folderOffences(new Map([[`packages/dashboard/src/${path}`, `${form} { x } from '${specifier}'`]]), orders)

describe('the order of the folders', () => {
  test('holds, for types and dynamic imports too', () => {
    expect(files.size).toBeGreaterThan(100)
    expect(folderOffences(files)).toEqual([])
    parsedImports.store()
  })
})

describe('folderOffences()', () => {
  test.each([
    ['screens/runs/a.ts', '#dashboard/ui/x.ts'],
    ['screens/runs/a.ts', './x.ts'],
    ['main.ts', '#dashboard/screens/runs/x.ts'],
    ['screens/runs/a.ts', 'react'],
    ['ui/a.test.tsx', '#dashboard/screens/runs/x.ts'],
  ])('lets %s import %s', (path, specifier) => {
    expect(planted(path, specifier)).toEqual([])
  })

  test.each([
    ['ui/a.ts', '#dashboard/screens/runs/x.ts', 'import'],
    ['ui/a.ts', '#dashboard/screens/runs/x.ts', 'import type'],
    ['ui/a.ts', '#dashboard/screens/runs/x.ts', 'export'],
    ['screens/runs/a.ts', '#dashboard/screens/images/x.ts', 'import'],
    ['screens/runs/a.ts', '#dashboard/main.ts', 'import'],
  ])('does not let %s import %s by %s', (path, specifier, form) => {
    expect(planted(path, specifier, form)).toEqual([expect.stringContaining(`imports "${specifier}"`)])
  })

  test('sees dynamic imports', () => {
    const source = `const x = import('#dashboard/screens/runs/x.ts')`
    expect(folderOffences(new Map([['packages/dashboard/src/ui/a.ts', source]]), orders)).toHaveLength(1)
  })

  test('wants a place for every folder', () => {
    expect(planted('other/a.ts', 'react')).toEqual([expect.stringContaining('has no place')])
  })
})
