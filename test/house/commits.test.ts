import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { commitOffences, commitsIn } from '#test/house/commits.ts'

/** Of the history of this folder; an unpacked archive has none. */
const args = ['log', '-100', '--no-merges', '-M', '--numstat', '--format=%x00%H%x00%s']
const log = existsSync('.git') ? execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 26 }) : ''

const of = (subject: string, lines = 10, path = 'packages/server/src/core/x.ts') =>
  commitOffences([{ hash: '0123456789', subject, changes: [{ path, lines }] }])

/** They were on `main` before this test saw them, and `main` is not rewritten. */
const longSubjects = ['050393ed', 'bc115d36', '206da505', '5cc089b8']

describe('the last commits', () => {
  test('can be reviewed and bisected', () => {
    const commits = commitsIn(log).filter(({ hash }) => !longSubjects.includes(hash.slice(0, 8)))
    expect(commitOffences(commits)).toEqual([])
  })
})

describe('commitsIn()', () => {
  test('reads subjects and changed lines, also of binary files and renames', () => {
    const log = '\0aa\0fix: one\n\n3\t4\tx.ts\n-\t-\ty.png\n0\t0\t{a => b}/z.ts\n\0bb\0docs: two\n'
    expect(commitsIn(log)).toEqual([
      {
        hash: 'aa',
        subject: 'fix: one',
        changes: [
          { path: 'x.ts', lines: 7 },
          { path: 'y.png', lines: 0 },
          { path: '{a => b}/z.ts', lines: 0 },
        ],
      },
      { hash: 'bb', subject: 'docs: two', changes: [] },
    ])
  })
})

describe('commitOffences()', () => {
  test.each<[string, string[], RegExp | null]>([
    ['a subject in form', of('feat(webhooks): repeat a delivery'), null],
    ['a subject without a type', of('repeat a delivery'), /type\(scope\): verb object/],
    ['a long subject', of(`fix: ${'x'.repeat(68)}`), /has 73 characters/],
    ['1,500 lines', of('feat: add it', 1500), null],
    ['1,501 lines', of('feat: add it', 1501), /changes 1501 lines/],
    ['a rename of many lines', of('refactor: rename rooms to folders', 9000), null],
    ['a generated file', of('docs: write the reference again', 9000, 'docs/reference/api.md'), null],
  ])('%s', (_what, offences, expected) => {
    if (expected === null) expect(offences).toEqual([])
    else expect(offences.join('\n')).toMatch(expected)
  })
})
