import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { classesOf, runsOf } from '../../packages/dashboard/line-break-runs.ts'

test('the runs that pages get give each character the line-break class of the library', async () => {
  const load = createRequire(import.meta.url)
  const library = load.resolve('linebreak')
  const text = await readFile(library, 'utf8')
  const [, trie = ''] = /toByteArray\("(.+?)"\)/.exec(text) ?? []
  const Trie = createRequire(library)('unicode-trie')
  const kept = new Trie(Buffer.from(trie, 'base64'))
  const read = classesOf(runsOf(kept))
  const different = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint).filter(
    (codePoint) => kept.get(codePoint) !== read.get(codePoint),
  )
  expect(different).toEqual([])
  expect(new Set(Array.from({ length: 0x3000 }, (_, codePoint) => read.get(codePoint))).size).toBeGreaterThan(30)
})
