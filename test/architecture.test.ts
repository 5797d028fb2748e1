import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { offencesIn } from '#test/architecture.ts'
import { countsPath, lowerCounts, readCounts, wordOffences } from '#test/word-counts.ts'
import { countWords, describeHit, findWords, parsedTexts, wordList } from '#test/words.ts'

const files = new Map(globSync('packages/*/src/**/*.{ts,tsx}').map((path) => [path, readFileSync(path, 'utf8')]))

function withPlanted(path: string, source: string): string[] {
  return offencesIn(new Map([[path, source]]))
}

describe('the house', () => {
  test('holds the rules', () => {
    const folders = globSync('packages/*/src').map((path) => `${path}/`)
    expect(folders.filter((folder) => ![...files.keys()].some((path) => path.startsWith(folder)))).toEqual([])
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
    ['a package in the model', 'packages/model/src/x.ts', `import { y } from '@pictable/client'`, /may not import/],
    ['Node in the model', 'packages/model/src/x.ts', `import 'node:fs'`, /may not import "node:fs"/],
    ['the clock in the model', 'packages/model/src/x.ts', `export const y = () => Date.now()`, /uses Date\.now/],
    ['a long file of the model', 'packages/model/src/x.ts', 'export {}\n'.repeat(401), /longer than 400/],
    ['a file in no room', 'packages/other/src/x.ts', 'export {}', /no room/],
  ])('%s', (_what, path, source, message) => {
    expect(withPlanted(path, source).join('\n')).toMatch(message)
  })

  test.each([
    ['packages/server/src/core', '#core/b.ts'],
    ['packages/model/src', './b.ts'],
  ])('a cycle in %s, also by a dynamic import', (folder, specifier) => {
    const planted = new Map([
      [`${folder}/a.ts`, `import { b } from '${specifier}'`],
      [`${folder}/b.ts`, `const a = () => import('./a.ts')`],
    ])
    expect(offencesIn(planted)).toContain(`import cycle: ${folder}/a.ts <-> ${folder}/b.ts`)
  })
})

const words = wordList.parse(JSON.parse(readFileSync('docs/words.json', 'utf8')))

function describeWords(path: string, text: string): string[] {
  return findWords(new Map([[path, text]]), words).map(describeHit)
}

describe('the language', () => {
  test('has no more listed words than are stored', () => {
    const pages = [
      'docs/{guides,decisions,reference}/*.md',
      '{README,CONTRIBUTING,ARCHITECTURE,SECURITY,CHANGELOG}.md',
      '{packages,examples}/*/README.md',
      'examples/README.md',
      '{compose,deploy/*/*}.yaml',
    ]
    const texts = globSync(['{test,bench}/**/*.ts', 'docs/{build,build/*}.ts', ...pages]).map(
      (path) => [path, readFileSync(path, 'utf8')] as const,
    )
    const hits = findWords(new Map([...files, ...texts]), words)
    parsedTexts.store()
    const stored = readCounts()
    expect(wordOffences(hits, stored)).toEqual([])
    if (process.env.UPDATE === '1') writeFileSync(countsPath, `${JSON.stringify(lowerCounts(hits, stored), null, 2)}\n`)
  })

  test('lists every word once', () => {
    const listed = words.flatMap((word) => word.insteadOf)
    expect(listed.filter((phrase, at) => listed.indexOf(phrase) !== at)).toEqual([])
  })

  test.each([
    ['a guide', 'docs/guides/x.md', 'Run it.\nWhoever opens it.', 'docs/guides/x.md:2: "Whoever": write anyone who'],
    ['a phrase over two lines', 'README.md', 'It goes\non.', 'README.md:1: "goes on": write resume'],
    ['an error', 'packages/server/src/core/x.ts', "\nthrow new Error('Sign it anew.')", 'x.ts:2: "anew": write again'],
    ['a template', 'packages/server/src/core/x.ts', '`Run it\nanew.`', 'x.ts:2: "anew": write again'],
    ['a label', 'packages/dashboard/src/x.tsx', 'const x = <b>Ask somebody</b>', 'x.tsx:1: "somebody": write someone'],
  ])('is checked in %s', (_what, path, text, message) => {
    expect(describeWords(path, text).join('\n')).toContain(message)
  })

  test.each([
    ['code of a guide', 'docs/guides/x.md', '```\nanew\n```\nand `anew`'],
    ['an exception', 'docs/guides/x.md', 'The IP address, or an email address.'],
    ['a part of a word', 'docs/guides/x.md', 'Amendments and untroubled understandings.'],
  ])('ignores %s', (_what, path, text) => {
    expect(describeWords(path, text)).toEqual([])
  })

  test('counts names, comments, statements and tests apart from texts', () => {
    const planted = new Map([
      [
        'packages/server/src/core/x.ts',
        "/** Made for whoever asks. */\nconst drawAnew = 'draws it anew' + 'select anew from t'",
      ],
      ['test/x.ts', "test('draws anew', () => {})"],
    ])
    expect(countWords(findWords(planted, words))).toEqual({ visible: { server: 1 }, names: { server: 3, test: 1 } })
  })

  test('allows a count to fall, not to rise', () => {
    const hits = findWords(new Map([['README.md', 'Draw anew.\nMend it.']]), words)
    const stored = { visible: { guides: 1 }, names: {} }
    expect(wordOffences(hits, stored, () => new Map([['README.md', new Set([2])]]))).toEqual([
      'guides: 2 listed words in text that users read, 1 are allowed',
      'README.md:2: "Mend": write fix. The field says fix.',
    ])
    expect(wordOffences(hits.slice(1), stored)).toEqual([])
    expect(lowerCounts(hits, { visible: { guides: 9 }, names: { test: 9 } })).toEqual({
      visible: { guides: 2 },
      names: {},
    })
  })
})
