import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactNumber, parseExactJson } from './exact-number.ts'

test.each<[string, number | string]>([
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', '9007199254740993'],
  ['-9007199254740993', '-9007199254740993'],
  ['123456789012345678901234567890', '123456789012345678901234567890'],
  ['0.30000000000000004', 0.30000000000000004],
  ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
  ['12345678901234567.89', '12345678901234567.89'],
  ['12345678901234.567', '12345678901234.567'],
  ['0.10000000000000001', 0.1],
  ['1.50', 1.5],
  ['1e21', 1e21],
  ['1e400', '1e400'],
  ['-0', -0],
])('exactNumber() of %s is %j', (text, expected) => {
  expect(exactNumber(text)).toBe(expected)
})

test('parseExactJson() keeps every digit of an integer, and is JSON.parse() for what a double holds', () => {
  fc.assert(
    fc.property(fc.bigInt(), (integer) => {
      const { value, isLongNumber } = parseExactJson(`{"a":${integer},"b":"${integer}"}`)
      expect(value).toEqual({ a: expect.anything(), b: String(integer) })
      expect(BigInt(Object(value).a)).toBe(integer)
      expect(isLongNumber(Object(value), 'a')).toBe(typeof Object(value).a === 'string')
      expect(isLongNumber(Object(value), 'b')).toBe(false)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      const text = JSON.stringify(json)
      const isSafe = !/\d{16}/.test(text)
      if (isSafe) expect(parseExactJson(text).value).toEqual(JSON.parse(text))
    }),
  )
})

test('two members whose numbers differ beyond a double stay different', () => {
  const { value } = parseExactJson('[{"id":9007199254740992},{"id":9007199254740993}]')
  expect(value).toEqual([{ id: '9007199254740992' }, { id: '9007199254740993' }])
})

test('exactNumber() takes a double that a program has printed with 17 digits', () => {
  fc.assert(
    fc.property(fc.double({ noInteger: true, noDefaultInfinity: true, noNaN: true }), (double) => {
      expect(exactNumber(double.toPrecision(17))).toBe(double)
    }),
  )
})

test('parseExactJson() finds long numbers wherever they are', () => {
  const long = '12345678901234567890'
  for (const text of [
    long,
    `-${long}`,
    `[${long}]`,
    `[1,${long}]`,
    `{"a":${long}}`,
    `{"a": [\n${long}]}`,
    '[1e400]',
    '[1e-400,0.1E+400]',
  ])
    expect(parseExactJson(text)).toMatchObject({ hasLongNumber: true })
  expect(parseExactJson(`[0.30000000000000004,${long}]`)).toMatchObject({ hasLongNumber: true })
  for (const text of [
    `"${long}"`,
    '[1e21]',
    '{"a":0.5}',
    '["3e400"]',
    '[0.30000000000000004,1.25e-100]',
    '["1234.5678.12345678"]',
  ])
    expect(parseExactJson(text)).toMatchObject({ value: JSON.parse(text), hasLongNumber: false })
})
