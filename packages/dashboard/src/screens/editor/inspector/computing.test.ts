import { describe, expect, test } from 'vitest'
import { computed, startOfExpression } from './computing.ts'

describe('startOfExpression()', () => {
  test.each([
    [0.5, '0.5'],
    [-12, '-12'],
    [1e-7, '0'],
    [100_000, '100000'],
    [true, 'true'],
    ['#fff', "'#fff'"],
    ["it's \\", "'it\\'s \\\\'"],
  ])('of %j makes the same value', (value, expression) => {
    expect(startOfExpression({ schema: {} }, value)).toEqual({ expression })
    const now = computed(expression, { values: {}, locale: 'en' })
    expect(now).toEqual({ value: value === 1e-7 ? 0 : value })
  })

  test('of what no expression makes is the start of the property', () => {
    const color = { type: 'string', kind: 'color' } as const
    expect(startOfExpression({ schema: color }, { type: 'linear', stops: [] })).toEqual({ expression: "'#4f46e5'" })
    expect(startOfExpression({ schema: { type: 'number', default: 3 } }, undefined)).toEqual({ expression: '3' })
  })
})

describe('computed()', () => {
  const given = { values: { Stock: 3, Price: '19.5' }, locale: 'de' }
  test.each([
    ["Stock > 0 ? 'green' : 'red'", { value: 'green' }],
    ['Price * 2', { value: 39 }],
    ['Price | number:2', { value: '19,50' }],
    ['None', { value: undefined }],
    ['constructor', { value: undefined }],
    ['Stock >', { problem: 'at character 8: expected a name, a number or a "text", found the end' }],
    ["'a' * 2", { problem: 'at character 5: "a" is not a number, which "*" needs' }],
  ])('%s is %j', (expression, expected) => {
    expect(computed(expression, given)).toEqual(expected)
  })
})
