import type { z } from 'zod/mini'
import { reasonOf } from '#renderer/errors/issues.ts'
import { isList, toBoolean, toNumber, toText, type Value } from './value.ts'

/** The value as a property takes it, or why it takes none of its forms. */
export type Suited = { readonly data: unknown } | { readonly reason: string }

/** Tries the value as it is, as a number, as yes or no, and as text: records hold numbers as text, and texts as numbers. */
export function suitValue(value: Value, schema: z.ZodMiniType): Suited {
  const forms = [value, toNumber(value), toBoolean(value), toText(value)]
  for (const form of forms) {
    const parsed = form === undefined ? undefined : schema.safeParse(form)
    if (parsed?.success) return { data: parsed.data }
  }
  // A text that looks like a number was meant as text where no number is taken.
  const meant = isList(value) ? [value] : [toNumber(value) ?? value, toText(value)]
  const errors = meant.flatMap((form) => schema.safeParse(form).error ?? [])
  const [first] = errors
  const error = errors.find(({ issues }) => !issues.every(isOfType)) ?? first
  return { reason: error === undefined ? 'is not valid here' : reasonOf(error) }
}

/** Whether the value would have to be of another type as a whole. */
function isOfType(issue: z.core.$ZodIssue): boolean {
  if (issue.path.length > 0) return false
  return issue.code === 'invalid_type' || (issue.code === 'invalid_union' && issue.errors.flat().every(isOfType))
}

/** Takes the value only as it is. */
export function checkValue(value: unknown, schema: z.ZodMiniType): Suited {
  const parsed = schema.safeParse(value)
  return parsed.success ? { data: parsed.data } : { reason: reasonOf(parsed.error) }
}
