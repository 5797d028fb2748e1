import { describe, expect, test } from 'vitest'
import { conditionSchema, holds, namesIn } from './condition.ts'

describe('holds()', () => {
  test.each([
    [{ value: 'A', equals: 'Sold' }, { A: ' Sold ' }, true],
    [{ value: 'A', equals: 'Sold' }, { A: 'sold' }, false],
    [{ value: 'A', equals: 5 }, { A: '5.0' }, true],
    [{ value: 'A', equals: true }, { A: 'yes' }, true],
    [{ value: 'A', equals: false }, {}, true],
    [{ value: 'A', notEquals: 'x' }, {}, true],
    [{ value: 'A', empty: true }, { A: ' ' }, true],
    [{ value: 'A', empty: true }, { A: 0 }, false],
    [{ value: 'A', notEmpty: true }, { A: [] }, false],
    [{ value: 'A', greater: 3 }, { A: '4' }, true],
    [{ value: 'A', greater: 3 }, {}, false],
    [{ value: 'A', less: 3 }, {}, false],
    [{ value: 'A', greater: 1, less: 3 }, { A: 2 }, true],
    [{ value: 'A', greater: 1, less: 3 }, { A: 3 }, false],
    [
      {
        all: [
          { value: 'A', equals: 1 },
          { value: 'B', equals: 2 },
        ],
      },
      { A: 1, B: 2 },
      true,
    ],
    [
      {
        any: [
          { value: 'A', equals: 1 },
          { value: 'B', equals: 2 },
        ],
      },
      { B: 2 },
      true,
    ],
    [{ not: { value: 'A', equals: 1 } }, { A: 1 }, false],
  ])('%j over %j is %s', (json, values, expected) => {
    expect(holds(conditionSchema.parse(json), values)).toBe(expected)
  })
})

describe('namesIn()', () => {
  test('finds every value that is looked at', () => {
    const condition = { all: [{ value: 'A', empty: true }, { not: { any: [{ value: 'B', less: 1 }] } }] }
    expect(namesIn(conditionSchema.parse(condition))).toEqual(['A', 'B'])
  })
})
