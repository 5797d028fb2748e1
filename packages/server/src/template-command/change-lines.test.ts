import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { changeLines } from './change-lines.ts'

test('names and values of a design from someone else do not steer the terminal', () => {
  const evil = 'a\u001b]0;title\u0007\u009b2Jb\u202e'
  const lines = changeLines([
    { kind: 'renamed', layer: evil, property: null, before: evil, after: evil },
    { kind: 'added', layer: evil, property: null },
    { kind: 'changed', layer: 'Title', property: 'text', before: evil, after: evil },
  ])
  const text = lines.map((line) => stripVTControlCharacters(line)).join('')
  expect(text).toContain('"a?]0;title??2Jb?" added')
  expect(text).not.toMatch(/\p{C}/u)
})
