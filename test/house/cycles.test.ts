import { describe, expect, test } from 'vitest'
import { cyclesOf, fileCycles, folderCycles } from '#test/house/cycles.ts'

const graph = (edges: Readonly<Record<string, string>>) =>
  new Map(Object.entries(edges).map(([node, targets]) => [node, new Set(targets)]))

describe('cyclesOf()', () => {
  test.each<[string, Readonly<Record<string, string>>, string[][]]>([
    ['a chain', { a: 'b', b: 'c', c: '' }, []],
    ['two ways to one node', { a: 'bc', b: 'd', c: 'd', d: '' }, []],
    ['a pair', { a: 'b', b: 'a' }, [['a', 'b']]],
    ['a node that names itself', { a: 'a' }, []],
    ['two cycles that share a node', { a: 'b', b: 'ac', c: 'b' }, [['a', 'b', 'c']]],
    ['a cycle behind a chain', { a: 'b', b: 'c', c: 'd', d: 'b' }, [['b', 'c', 'd']]],
    [
      'two cycles apart, one reaching the other',
      { a: 'b', b: 'ac', c: 'd', d: 'c' },
      [
        ['c', 'd'],
        ['a', 'b'],
      ],
    ],
  ])('finds the cycles of %s', (_what, edges, expected) => {
    expect(cyclesOf(graph(edges))).toEqual(expected)
  })
})

const core = (name: string) => `packages/server/src/core/${name}.ts`

describe('fileCycles()', () => {
  const cycleBy = (back: string) =>
    fileCycles(
      new Map([
        [core('a'), `import { b } from './b.ts'`],
        [core('b'), back],
      ]),
    )

  test.each([`import { a } from './a.ts'`, `export { a } from './a.ts'`, `const a = () => import('./a.ts')`])(
    'sees %s',
    (back) => {
      expect(cycleBy(back)).toEqual([[core('a'), core('b')]])
    },
  )

  test('allows types, which vanish when a file runs', () => {
    expect(cycleBy(`import type { A } from './a.ts'`)).toEqual([])
  })

  test('allows a test what it needs', () => {
    const files = new Map([
      [core('a'), `import { b } from './b.test-kit.ts'`],
      ['packages/server/src/core/b.test-kit.ts', `import { a } from './a.ts'`],
    ])
    expect(fileCycles(files)).toEqual([])
  })
})

describe('folderCycles()', () => {
  test('sees types, in any file of a folder', () => {
    const files = new Map([
      [core('run/a'), `import { b } from '#core/image/b.ts'`],
      [core('image/b'), ''],
      [core('image/c'), `import type { A } from '#core/run/a.ts'`],
    ])
    expect(folderCycles(files)).toEqual([['packages/server/src/core/image', 'packages/server/src/core/run']])
  })

  test('allows files of one folder to import each other', () => {
    const files = new Map([
      [core('a'), `import type { B } from './b.ts'`],
      [core('b'), `import type { A } from './a.ts'`],
    ])
    expect(folderCycles(files)).toEqual([])
  })
})
