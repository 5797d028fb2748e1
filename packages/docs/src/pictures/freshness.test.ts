import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findOlder, stamp } from './freshness.ts'
import { shown } from './shown.ts'

const repository = join(import.meta.dirname, '../../../..')
let root = ''

const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const olderNames = () => findOlder(root).map(({ picture, changed }) => [picture.path, changed])

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pictable-pictures-'))
  write('docs/pictures.json', '{}')
  cpSync(join(repository, 'docs/make-sample.ts'), join(root, 'docs/make-sample.ts'))
  write('examples/products.csv', 'Name\nTeapot\n')
  write('packages/dashboard/src/screens/home/home-page.tsx', 'export {}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('findOlder()', () => {
  test('lists every picture that was never made by its script', () => {
    expect(olderNames()).toEqual(shown.map(({ path }) => [path, []]))
  })

  test('names what has changed since a picture was made, and nothing else', () => {
    stamp(root, shown)
    expect(olderNames()).toEqual([])
    write('packages/dashboard/src/screens/home/home-page.tsx', 'export const a = 1')
    expect(olderNames()).toEqual([['docs/dashboard.webp', ['the start page']]])
    write('docs/make-sample.ts', '')
    write('packages/dashboard/src/screens/home/home-page.test.tsx', 'a test shows nothing')
    expect(olderNames()).toEqual([
      ['docs/sample.jpg', ['its script']],
      ['docs/dashboard.webp', ['the start page']],
    ])
  })

  test('a picture that is made again is current, and the others stay as they are', () => {
    stamp(root, shown)
    write('examples/products.csv', 'Name\nMug\n')
    const before = olderNames().length
    stamp(root, shown.slice(0, 1))
    expect(olderNames()).toHaveLength(before - 1)
  })
})
