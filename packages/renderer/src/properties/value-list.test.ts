import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { valueList } from './value-list.ts'

const item = z.union([z.string().max(3), z.number(), z.array(z.number())])
const isItem = (value: unknown) => typeof value === 'number' || (typeof value === 'string' && value.length <= 3)
const list = valueList(item, { max: 5, isPlain: (items) => items.every(isItem) })
const usual = z.array(item).max(5)

describe('valueList()', () => {
  test('accepts what a list of the schema accepts', () => {
    const value = fc.oneof(fc.string({ maxLength: 5 }), fc.integer(), fc.array(fc.integer()), fc.constant(null))
    fc.assert(
      fc.property(fc.oneof(fc.array(value, { maxLength: 7 }), value), (given) => {
        expect(list.safeParse(given).success).toBe(usual.safeParse(given).success)
        expect(list.clone({ ...list.def }).safeParse(given)).toMatchObject({ success: usual.safeParse(given).success })
        expect(list.safeParse(given).data).toEqual(usual.safeParse(given).data)
      }),
    )
  })

  test('ends at the first error', () => {
    expect(list.safeParse([1, {}, {}, {}]).error?.issues.map(({ path }) => path)).toEqual([[1]])
  })

  test('is the same list in the JSON Schema', () => {
    expect(z.toJSONSchema(list)).toEqual(z.toJSONSchema(usual))
  })
})
