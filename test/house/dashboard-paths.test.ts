import { globSync, readFileSync } from 'node:fs'
import { contract } from '@pictable/client'
import { expect, test } from 'vitest'

/** As a pattern: any text is a value of a parameter. */
const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}|:\w+/g, '[^/]+')}$`)

const patterns = Object.values(contract).flatMap((endpoints) =>
  Object.values(endpoints).map(({ path }) => patternOf(path)),
)

/** The paths of the API that a file writes out, with `-` for each inserted value and without a query. */
const pathsIn = (code: string) =>
  [...code.matchAll(/['"`](\/v1\/(?:\$\{[^}]*\}|[^'"`?$])*)/g)].map(
    ([, path = '']) => path.replaceAll(/\$\{[^}]*\}/g, '-').split(/[\s?]/)[0],
  )

test('every path of the API that the dashboard writes out has an endpoint', () => {
  const files = globSync('packages/dashboard/src/**/*.{ts,tsx}', { exclude: (path) => /\.test\.tsx?$/.test(path) })
  const written = files.flatMap((file) => pathsIn(readFileSync(file, 'utf8')).map((path) => ({ file, path })))
  expect(written.length).toBeGreaterThan(10)
  expect(written.filter(({ path = '' }) => !patterns.some((pattern) => pattern.test(path)))).toEqual([])
})
