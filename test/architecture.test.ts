import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { offencesIn } from '#test/architecture.ts'

const files = new Map(
  globSync(['packages/{renderer,client,server}/src/**/*.ts', 'packages/dashboard/src/**/*.{ts,tsx}']).map((path) => [
    path,
    readFileSync(path, 'utf8'),
  ]),
)

function withPlanted(path: string, source: string): string[] {
  return offencesIn(new Map([[path, source]]))
}

describe('the house', () => {
  test('holds the rules', () => {
    expect(files.size).toBeGreaterThan(100)
    expect(offencesIn(files)).toEqual([])
  })
})

describe('offencesIn() catches', () => {
  test.each([
    [
      'a framework in core',
      'packages/server/src/core/run/x.ts',
      `import fastify from 'fastify'`,
      /may not import "fastify"/,
    ],
    ['Node in core', 'packages/server/src/core/run/x.ts', `import 'node:fs'`, /may not import "node:fs"/],
    [
      'a room in core',
      'packages/server/src/core/run/x.ts',
      `export { y } from '#http/y.ts'`,
      /may not import "#http\/y.ts"/,
    ],
    [
      'a type from a room in core',
      'packages/server/src/core/x.ts',
      `import type { Y } from '#jobs/y.ts'`,
      /may not import/,
    ],
    ['a dynamic import', 'packages/server/src/core/x.ts', `await import('sharp')`, /may not import "sharp"/],
    ['a room in another room', 'packages/server/src/http/x.ts', `import { y } from '#database/y.ts'`, /may not import/],
    [
      'the composition root below',
      'packages/server/src/sample/x.ts',
      `import { y } from '#server/app.ts'`,
      /only serving imports/,
    ],
    [
      'a way out beside net/',
      'packages/server/src/sources/x.ts',
      `import net from 'node:net'`,
      /the only way out is net/,
    ],
    ['a path upwards', 'packages/server/src/http/routes/x.ts', `import { y } from '../y.ts'`, /instead of \.\.\//],
    ['the clock in core', 'packages/server/src/core/x.ts', `export const y = () => Date.now()`, /uses Date\.now/],
    ['a test kit in the product', 'packages/server/src/core/x.ts', `import { y } from '#core/fakes/y.ts'`, /test kit/],
    ['a layer without a test', 'packages/renderer/src/layers/star.ts', `export const star = 1`, /no test beside it/],
    ['a layer without a registry line', 'packages/renderer/src/layers/star.ts', `export const star = 1`, /no line in/],
    ['a side of the screen', 'packages/dashboard/src/x.tsx', `export const x = 'flex sm:ml-2'`, /"ml-2" names a side/],
    ['another side', 'packages/dashboard/src/x.tsx', 'export const x = `text-right p-1`', /"text-right" names a side/],
    ['a file that is too long', 'packages/client/src/x.ts', 'export {}\n'.repeat(401), /longer than 400/],
    ['a file in no room', 'packages/other/src/x.ts', 'export {}', /no room/],
  ])('%s', (_what, path, source, message) => {
    expect(withPlanted(path, source).join('\n')).toMatch(message)
  })

  test('a cycle', () => {
    const planted = new Map([
      ['packages/server/src/core/a.ts', `import { b } from '#core/b.ts'`],
      ['packages/server/src/core/b.ts', `import { a } from './a.ts'`],
    ])
    expect(offencesIn(planted)).toContain(
      'import cycle: packages/server/src/core/a.ts <-> packages/server/src/core/b.ts',
    )
  })
})
