import { describe, expect, test } from 'vitest'
import { type Choice, readChoice, readWhen, writeChoice, writeWhen } from './condition.ts'

describe('readWhen() and writeWhen()', () => {
  test.each([
    { when: { value: 'Price', greater: 10 } },
    { when: { value: 'Sold', equals: true } },
    { when: { value: 'Photo', notEmpty: true } },
    {
      when: {
        any: [
          { value: 'A', empty: true },
          { value: 'B', notEquals: 'x' },
        ],
      },
    },
  ])('%j is read and written as it is', (json) => {
    const rule = readWhen(json)
    expect(rule && writeWhen(rule)).toEqual(json)
  })

  test('leave conditions that are nested, or have two tests in one, to the source', () => {
    const nested = [
      { when: { not: { value: 'A', empty: true } } },
      { when: { all: [{ any: [{ value: 'A', empty: true }] }] } },
      { when: { value: 'A', greater: 1, less: 3 } },
    ]
    expect(nested.map(readWhen)).toEqual([null, null, null])
  })
})

describe('readChoice() and writeChoice()', () => {
  const choice: Choice = {
    join: 'all',
    tests: [
      { name: 'Price', operator: 'greater', operand: -1.5 },
      { name: 'unit-price', operator: 'equals', operand: "it's" },
      { name: 'Photo', operator: 'notEmpty', operand: '' },
    ],
    yes: '#ff0000',
    no: -3,
  }

  test.each([choice, { ...choice, join: 'any' as const }, { ...choice, tests: choice.tests.slice(2) }])(
    '%j survives being written',
    (each) => {
      const read = readChoice(writeChoice(each))
      expect(read).toEqual({ ...each, join: each.tests.length === 1 ? 'all' : each.join })
    },
  )

  test('readChoice() leaves other expressions to the source', () => {
    const others = [
      'Price',
      'A > B ? 1 : 2',
      'A ? 1 : 2',
      "A > 1 ? B : 'x'",
      'A > 1 && (B > 1 || C > 1) ? 1 : 2',
      'A >',
    ]
    expect(others.map(readChoice)).toEqual(others.map(() => null))
  })
})
