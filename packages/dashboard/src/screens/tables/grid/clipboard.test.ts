import { expect, test } from 'vitest'
import { blockText, parseBlock, tiled } from './clipboard.ts'

test.each([
  [
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
  ['5" screen\tx', [['5" screen', 'x']]],
  ['', [['']]],
])('parseBlock() reads %j', (text, block) => {
  expect(parseBlock(text)).toEqual(block)
})

test('blockText() is read again as it was', () => {
  const block = [
    ['a\tb', 'c\nd'],
    ['"', ''],
    ['e', 'f'],
  ]
  expect(parseBlock(blockText(block))).toEqual(block)
})

test('tiled() repeats a block over a larger place', () => {
  expect(tiled([['a', 'b']], { rows: 2, columns: 4 })).toEqual([
    ['a', 'b', 'a', 'b'],
    ['a', 'b', 'a', 'b'],
  ])
})
