import { z } from 'zod/mini'
import { describe } from './describe.ts'
import { isEmpty, isNameOfValue, RESERVED_NAME, toBoolean, toNumber, toText, type Value, type Values } from './value.ts'

const operand = z.union([z.string(), z.number(), z.boolean()])

const testSchema = z
  .strictObject({
    value: z
      .string()
      .check(z.minLength(1), z.refine(isNameOfValue, RESERVED_NAME))
      .apply(describe, 'Name of the value to compare'),
    equals: z
      .optional(operand)
      .apply(describe, 'Is equal to this. Numbers are compared as numbers, texts without surrounding spaces'),
    notEquals: z.optional(operand).apply(describe, 'Is not equal to this'),
    empty: z.optional(z.literal(true)).apply(describe, 'Is empty or contains only spaces'),
    notEmpty: z.optional(z.literal(true)).apply(describe, 'Is not empty'),
    greater: z.optional(z.number()).apply(describe, 'Is greater than this number'),
    less: z.optional(z.number()).apply(describe, 'Is less than this number'),
  })
  .check(
    z.refine((test) => Object.keys(test).length > 1, 'needs one of equals, notEquals, empty, notEmpty, greater, less'),
  )

type Test = z.output<typeof testSchema>

/** A test over values; all tests of one object must hold. Nothing is ever evaluated as code. */
export type Condition = Test | { all: Condition[] } | { any: Condition[] } | { not: Condition }

const inner: z.ZodMiniType<Condition, Condition> = z.lazy(() => conditionSchema)
const several = z.array(inner).check(z.minLength(1), z.maxLength(20))

export const conditionSchema: z.ZodMiniType<Condition, Condition> = z.union([
  testSchema,
  z.strictObject({ all: several.apply(describe, 'All of these conditions are true') }),
  z.strictObject({ any: several.apply(describe, 'At least one of these conditions is true') }),
  z.strictObject({ not: inner.apply(describe, 'The condition is false') }),
])

/** `visible: {"when": …}` */
export const whenSchema = z.strictObject({
  when: conditionSchema.apply(describe, 'Shows the layer only if this condition is true'),
})

/** Whether the condition holds for these values. A missing value is empty, and neither greater nor less. */
export function holds(condition: Condition, values: Values): boolean {
  if ('all' in condition) return condition.all.every((each) => holds(each, values))
  if ('any' in condition) return condition.any.some((each) => holds(each, values))
  if ('not' in condition) return !holds(condition.not, values)
  return passes(condition, Object.hasOwn(values, condition.value) ? values[condition.value] : undefined)
}

/** The names of the values a condition looks at. */
export function namesIn(condition: Condition): string[] {
  if ('all' in condition) return condition.all.flatMap(namesIn)
  if ('any' in condition) return condition.any.flatMap(namesIn)
  if ('not' in condition) return namesIn(condition.not)
  return [condition.value]
}

function passes(test: Test, value: Value): boolean {
  const number = toNumber(value)
  if (test.equals !== undefined && !equals(value, test.equals)) return false
  if (test.notEquals !== undefined && equals(value, test.notEquals)) return false
  if (test.empty && !isEmpty(value)) return false
  if (test.notEmpty && isEmpty(value)) return false
  if (test.greater !== undefined && !(number !== undefined && number > test.greater)) return false
  if (test.less !== undefined && !(number !== undefined && number < test.less)) return false
  return true
}

function equals(value: Value, expected: string | number | boolean): boolean {
  if (typeof expected === 'number') return toNumber(value) === expected
  if (typeof expected === 'boolean') return (toBoolean(value) ?? false) === expected
  return toText(value).trim() === expected.trim()
}
