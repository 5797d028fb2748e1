import { describe, expect, test } from 'vitest'
import type { Value } from '#renderer/values/value.ts'
import { ExpressionError } from './expression-error.ts'
import { namesIn, parseExpression } from './syntax.ts'
import { fillText, readWrittenText } from './written-text.ts'

function scopeOf(given: Readonly<Record<string, Value>>, locale = 'en') {
  const warnings: string[] = []
  const look = (name: string) => (Object.hasOwn(given, name) ? given[name] : undefined)
  return { scope: { look, locale, warn: (problem: string) => warnings.push(problem) }, warnings }
}

function messageOf(text: string): string {
  try {
    readWrittenText(text)
    return 'no error'
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `${error.at}: ${error.message}`
  }
}

describe('plural', () => {
  test.each([
    ['en', 'one="# item":other="# items"', [0, 1, 2], ['0 items', '1 item', '2 items']],
    ['en', 'other="# items" : one = "# item"', [1, 2], ['1 item', '2 items']],
    ['en', 'zero="none":one="# left":other="# left"', [0, 1, 2], ['none', '1 left', '2 left']],
    [
      'pl',
      'one="# plik":few="# pliki":many="# plików":other="# pliku"',
      [1, 2, 5, 22, 1.5],
      ['1 plik', '2 pliki', '5 plików', '22 pliki', '1,5 pliku'],
    ],
    [
      'ru',
      'one="# файл":few="# файла":many="# файлов":other="# файла"',
      [1, 3, 5, 11, 21, 1.5],
      ['1 файл', '3 файла', '5 файлов', '11 файлов', '21 файл', '1,5 файла'],
    ],
    ['pl', 'one="# plik":other="# plików"', [1, 2, 5], ['1 plik', '2 plików', '5 plików']],
    ['ar', 'other="o":two="t"', [1, 2, 3], ['o', 't', 'o']],
    ['en', 'one=[One]:other=(Many + "!")', [1, 2], ['eins', 'viele!']],
  ])('%s has the named plural forms %s', (locale, forms, numbers, expected) => {
    const text = readWrittenText(`{{N | plural:${forms}}}`)
    const given = { One: 'eins', Many: 'viele' }
    expect(numbers.map((N) => fillText(text, scopeOf({ ...given, N }, locale).scope))).toEqual(expected)
  })

  test.each([
    ['{{N | plural:one="a":"b"}}', '21: the filter "plural": either all arguments have a name, or none'],
    ['{{N | plural:"a":other="b"}}', '17: the filter "plural": either all arguments have a name, or none'],
    ['{{N | plural:one="a":othr="b"}}', '21: the filter "plural": there is no form "othr"; did you mean "other"?'],
    ['{{N | plural:one="a":one="b"}}', '21: the filter "plural": the form "one" is there twice'],
    ['{{N | plural:one="a":few="b"}}', '6: the filter "plural": needs the form "other", for all other numbers'],
    ['{{N | plural:__proto__="a":other="b"}}', '13: the filter "plural": there is no form "__proto__"'],
    ['{{N | truncate:most=3}}', '19: "=" is not an operator'],
  ])('%s is an error with its place: %s', (text, message) => {
    expect(messageOf(text)).toContain(message)
  })
})

test('plural warns of forms that the language has, but the text lacks', () => {
  const { scope, warnings } = scopeOf({ N: 3 }, 'pl')
  expect(fillText(readWrittenText('{{N | plural:"# plik":"# pliki"}}'), scope)).toBe('3 pliki')
  expect(warnings).toEqual([
    '"pl" has 4 forms (one, few, many, other), but 2 are given; write the missing ones too: few, many',
  ])
})

describe('truncate', () => {
  test.each([
    [-1, 'the length "-1" is no whole number of at least 1'],
    [0, 'the length "0" is no whole number of at least 1'],
    [1.5, 'the length "1.5" is no whole number of at least 1'],
    ['many', 'the length "many" is no whole number of at least 1'],
    [null, undefined],
    ['12', undefined],
  ])('leaves a text that is to be cut to %j characters as it is', (Most, warning) => {
    const { scope, warnings } = scopeOf({ Name: 'Ada', Most, '-1': Most })
    expect(fillText(readWrittenText('{{Name | truncate:[Most]}} {{Name | truncate:[-1]}}'), scope)).toBe('Ada Ada')
    const told = `${warning}, so it is shown unformatted`
    expect(warnings).toEqual(warning === undefined ? [] : [told, told])
  })
})

describe('namesIn()', () => {
  test.each([
    ['unit-price', ['unit-price', 'unit-price']],
    ['unit - price', [undefined, undefined]],
    ['unit-price-eur | upper', ['unit-price-eur', 'unit-price-eur', 'unit-price-eur']],
    ['(a-b) * c-d', ['a-b', 'a-b', undefined, undefined]],
    ['[a]-b', [undefined, undefined]],
    ['a-1', [undefined]],
  ])('tells which name %s may mean', (expression, expected) => {
    expect(namesIn(parseExpression(expression)).map(({ hyphened }) => hyphened)).toEqual(expected)
  })
})
