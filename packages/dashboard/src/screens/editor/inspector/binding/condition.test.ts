import { describe, expect, test } from 'vitest'
import {
  type Choice,
  type Condition,
  isWritable,
  type Join,
  type Rule,
  readChoice,
  readWhen,
  withCase,
  withCondition,
  writeChoice,
  writeWhen,
} from './condition.ts'

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
    { when: { not: { value: 'A', empty: true } } },
    {
      when: {
        all: [
          { value: 'A', empty: true },
          {
            any: [
              { value: 'B', less: 3 },
              {
                not: {
                  all: [
                    { value: 'C', equals: 1 },
                    { value: 'D', equals: 2 },
                  ],
                },
              },
            ],
          },
        ],
      },
    },
  ])('%j is read and written as it is', (json) => {
    const rule = readWhen(json)
    expect(rule && writeWhen(rule)).toEqual(json)
  })

  test.each([
    [
      { value: 'A', greater: 1, less: 3 },
      {
        all: [
          { value: 'A', greater: 1 },
          { value: 'A', less: 3 },
        ],
      },
    ],
    [{ not: { not: { value: 'A', empty: true } } }, { value: 'A', empty: true }],
    [{ all: [{ any: [{ value: 'A', empty: true }] }] }, { value: 'A', empty: true }],
  ])('%j is written as the same in fewer words: %j', (when, written) => {
    const rule = readWhen({ when })
    expect(rule && writeWhen(rule)).toEqual({ when: written })
  })

  test('readWhen() reads nothing else', () => {
    const others = [undefined, { bind: 'A' }, { when: { value: 'A' } }, { when: { all: [] } }, { when: { any: [{}] } }]
    expect(others.map(readWhen)).toEqual(others.map(() => null))
  })
})

const a: Condition = { name: 'A', operator: 'equals', operand: 1 }
const b: Condition = { name: 'unit-price', operator: 'greater', operand: -1.5 }
const c: Condition = { name: 'Photo', operator: 'notEmpty', operand: '' }
const rule = (join: Join, ...conditions: readonly Condition[]): Rule => ({ join, conditions })

describe('readChoice() and writeChoice()', () => {
  const choice: Choice = {
    cases: [
      { rule: rule('all', a, b, { name: 'Shop', operator: 'equals', operand: "it's" }), value: '#ff0000' },
      { rule: rule('any', rule('all', a, c), rule('none', b), rule('notAll', a, rule('any', b, c))), value: '#00ff00' },
      { rule: rule('none', rule('all', a, b), c), value: -2 },
    ],
    otherwise: -3,
  }

  test('a choice with several cases and groups survives being written', () => {
    expect(readChoice(writeChoice(choice))).toEqual(choice)
  })

  test('a value may be that of a field', () => {
    const text = "A == 1 ? [brand-colours] : Photo != '' ? 'red' : Colours"
    const read = readChoice(text)
    expect(read?.cases.map(({ value }) => value)).toEqual([{ bind: 'brand-colours' }, 'red'])
    expect(read?.otherwise).toEqual({ bind: 'Colours' })
    expect(read && writeChoice(read)).toBe(text)
  })

  test('groups that are alone are in parentheses where the expression needs them', () => {
    const nested = rule('all', a, rule('all', rule('any', b, c)))
    const text = writeChoice({ cases: [{ rule: nested, value: 1 }], otherwise: 2 })
    expect(text).toBe("A == 1 && ([unit-price] > -1.5 || Photo != '') ? 1 : 2")
  })

  test('withCase() repeats the last case as long as an expression can have another one', () => {
    const longest = (start: Choice): Choice => {
      const next = withCase(start)
      return next ? longest(next) : start
    }
    const short = longest({ cases: [{ rule: rule('all', a), value: 1 }], otherwise: 2 })
    expect(short.cases).toHaveLength(32)
    const long = longest({ cases: [{ rule: rule('all', a), value: 'x'.repeat(700) }], otherwise: 2 })
    expect(long.cases).toHaveLength(2)
    for (const choice of [short, long]) expect(readChoice(writeChoice(choice))).toEqual(choice)
  })

  test('withCondition() says why there is no room, at each depth', () => {
    const fits = (own: Rule) => isWritable({ cases: [{ rule: own, value: 'x'.repeat(1900) }], otherwise: 2 })
    const two = rule('all', a, a)
    expect(withCondition(two, a, fits)).toEqual(rule('all', a, a, a))
    expect(withCondition(two, rule('any', a, { ...a, operand: 'y'.repeat(99) }), fits)).toBe('rule_long')
    const twenty = rule('all', ...Array.from({ length: 20 }, () => a))
    expect(withCondition(twenty, a, () => true)).toBe('rule_full')
    expect(withCondition(rule('any', twenty), a, () => true)).toEqual(rule('any', twenty, a))
  })

  test('readChoice() leaves other expressions to be typed', () => {
    const others = ['Price', 'A > B ? 1 : 2', 'A ? 1 : 2', "A > 1 ? B + 1 : 'x'", 'A > 1 ? 1 : B > 1 ? -C : 2', 'A >']
    expect(others.map(readChoice)).toEqual(others.map(() => null))
  })
})
