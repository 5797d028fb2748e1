import type { z } from 'zod/mini'
import { issuesOf } from '#renderer/errors/issues.ts'
import { toBoolean, toNumber, toText, type Value } from './value.ts'

/** The value as a property takes it, or why it takes none of its forms. */
export type Suited = { readonly data: unknown } | { readonly reason: string }

/** Tries the value as it is, as a number, as yes or no, and as text: records hold numbers as text, and texts as numbers. */
export function suitValue(value: Value, schema: z.ZodMiniType): Suited {
  const forms = [value, toNumber(value), toBoolean(value), toText(value)]
  for (const form of forms) {
    const parsed = form === undefined ? undefined : schema.safeParse(form)
    if (parsed?.success) return { data: parsed.data }
  }
  return checkValue(toNumber(value) ?? value, schema)
}

/** Takes the value only as it is. */
export function checkValue(value: unknown, schema: z.ZodMiniType): Suited {
  const parsed = schema.safeParse(value)
  return parsed.success ? { data: parsed.data } : { reason: issuesOf(parsed.error)[0]?.message ?? 'is not valid here' }
}
