import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import counts from '#test/house/counts.json' with { type: 'json' }
import { misshapesIn, parsedShapes, SHAPES } from '#test/house/shape.ts'

const files = new Map(
  globSync('packages/*/src/**/*.{ts,tsx}').map((path) => [path.replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
)
const found = misshapesIn(files)
parsedShapes.store()

const shapesOf = (source: string, path = 'packages/server/src/core/x.ts') =>
  misshapesIn(new Map([[path, source]])).map(({ shape, place, size }) => [shape, place, size])

const lines = (count: number) => 'work()\n'.repeat(count)

const countsPath = 'test/house/counts.json'
const isUpdate = process.env.UPDATE === '1'

describe('the shape of the source', () => {
  test.each(SHAPES)('has no more %s than before', (shape) => {
    const places = found.filter((one) => one.shape === shape).map(({ place, size }) => `${place} (${size})`)
    const words = `${shape}: ${places.length}, and ${countsPath} allows ${counts[shape]}`
    expect(places.length, [words, ...places].join('\n')).toBeLessThanOrEqual(counts[shape])
    if (places.length < counts[shape] && !isUpdate)
      console.info(`${words}: store the lower count with UPDATE=1 npx vitest run test/house/shape.test.ts`)
  })

  test('is stored where it got better, when asked', () => {
    const lower = SHAPES.map((shape) => [
      shape,
      Math.min(counts[shape], found.filter((one) => one.shape === shape).length),
    ])
    if (isUpdate) writeFileSync(countsPath, `${JSON.stringify(Object.fromEntries(lower), null, 2)}\n`)
  })
})

describe('misshapesIn() counts', () => {
  test('the lines of a function', () => {
    expect(shapesOf(`function a() {\n${lines(58)}}`)).toEqual([])
    expect(shapesOf(`\nfunction a() {\n${lines(59)}}`)).toEqual([
      ['long functions', 'packages/server/src/core/x.ts:2 a', 61],
    ])
  })

  test('functions inside of another one apart', () => {
    const inner = `function b() {\n${lines(40)}}\n`
    expect(shapesOf(`function a() {\n${inner}${inner}${inner}}`)).toEqual([])
    expect(shapesOf(`const a = () => {\n${inner}${lines(58)}}`)).toEqual([
      ['long functions', 'packages/server/src/core/x.ts:1 a', 61],
    ])
  })

  test('parameters, but not of a function that a library calls', () => {
    const place = 'packages/server/src/core/x.ts:1 a'
    expect(shapesOf('function a(b, c, d) {}')).toEqual([])
    expect(shapesOf('function a(b, c, d, e = 1) {}')).toEqual([['functions of many parameters', place, 4]])
    expect(shapesOf('const a = (b, c, d, e) => b')).toEqual([['functions of many parameters', place, 4]])
    expect(shapesOf('on((b, c, d, e) => b)')).toEqual([])
  })

  test('overloads, but not of a declaration file', () => {
    const source = 'export function a(b: string): string\nexport function a(b: unknown) { return b }'
    expect(shapesOf(source)).toEqual([['overloads', 'packages/server/src/core/x.ts:1 a', 1]])
    expect(shapesOf('export function a(b: string): string', 'packages/server/src/core/x.d.ts')).toEqual([])
  })

  test('the files of a folder', () => {
    const folder = (count: number) =>
      new Map(Array.from({ length: count }, (_, n) => [`packages/server/src/core/${n}.ts`, '']))
    expect(misshapesIn(folder(40))).toEqual([])
    expect(misshapesIn(folder(41))).toEqual([{ shape: 'full folders', place: 'packages/server/src/core', size: 41 }])
  })

  test('folders that import each other, types included', () => {
    const files = new Map([
      ['packages/server/src/core/run/a.ts', `import { b } from '#core/image/b.ts'`],
      ['packages/server/src/core/image/b.ts', `import type { A } from '#core/run/a.ts'`],
    ])
    expect(misshapesIn(files)).toEqual([
      { shape: 'folders in cycles', place: 'packages/server/src/core/image', size: 2 },
      { shape: 'folders in cycles', place: 'packages/server/src/core/run', size: 2 },
    ])
  })

  test('nothing in tests but their folders', () => {
    expect(shapesOf('function a(b, c, d, e) {}', 'packages/server/src/core/x.test.ts')).toEqual([])
  })
})
