import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { adoptText, escapeBraces, isDataUrl } from '@pictable/renderer/template'

/** A picture that is there itself has no expressions. */
function takesExpressions({ kind, isWritten = false }: PropertySchema, text: unknown): text is string {
  return typeof text === 'string' && (kind === 'text' || (isWritten && !isDataUrl(text)))
}

/** A value of a record as a property has it: its braces are no expression. */
export function asWritten(value: unknown, schema: PropertySchema): unknown {
  return takesExpressions(schema, value) ? escapeBraces(value) : value
}

interface Applicable {
  readonly value: unknown
  readonly isApplicable: boolean
  /** Why it is not applied as it was typed. */
  readonly reason: string | undefined
}

/**
 * What of a typed value can be applied. Braces that are no expression, or none yet, are text until they are one: leaving
 * the field loses nothing.
 */
export function applicable(
  typed: unknown,
  { schema, problem }: { schema: PropertySchema; problem: (value: unknown) => string | undefined },
): Applicable {
  const reason = problem(typed)
  if (reason === undefined) return { value: typed, isApplicable: true, reason }
  const value = takesExpressions(schema, typed) ? adoptText(typed) : typed
  return { value, isApplicable: value !== typed && problem(value) === undefined, reason }
}
