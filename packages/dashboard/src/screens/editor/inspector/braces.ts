import type { Values } from '@pictable/renderer/browser'
import { bounded, ExpressionError, parseExpression, placed, resultOf } from '@pictable/renderer/expressions'
import type { PropertySchema } from '@pictable/renderer/property-schemas'
import { adoptText, escapeBraces, isDataUrl } from '@pictable/renderer/template'
import type { Shown } from '#dashboard/screens/editor/properties/presentation.ts'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'
import { literalOf } from '#dashboard/screens/editor/typing/written-words.ts'
import { controlOf, startOf } from './controls.ts'
import { type Edit, mapEdit } from './edit.ts'
import { rowsText, wordsText } from './written-lists.ts'

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

/** A value as one text or number: a list as it is typed in lines, of four sides the first. */
export function singleOf(schema: PropertySchema, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const control = controlOf(schema)
  if (control?.kind === 'rows') return rowsText(value)
  return control?.kind === 'words' && !control.isOneText ? wordsText(value) : value[0]
}

/** The expression that a property starts with: one that makes the value it has. */
export function startOfExpression({ schema }: Pick<Shown, 'schema'>, value: unknown): object {
  const expression = literalOf(singleOf(schema, value ?? schema.default)) ?? literalOf(startOf(schema)) ?? "''"
  return { expression }
}

/** Changes the text of an expression; its fallback stays. */
export function editExpression(edit: Edit): Edit {
  return mapEdit(edit.replacing(), (change) => (before, target) => {
    return { ...asObject(before), expression: change(partAt(before, 'expression'), target) }
  })
}

const asObject = (value: unknown) => (typeof value === 'object' && value !== null ? value : {})

/** The result with the values that are shown, or why there is none. */
export function computed(
  expression: string,
  { values, locale }: { values: Values; locale: string },
): { readonly value: unknown } | { readonly problem: string } {
  const look = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined)
  try {
    const scope = bounded({ look, locale, warn: () => undefined }, MAX_WORK)
    return { value: resultOf(parseExpression(expression), scope) }
  } catch (error) {
    if (error instanceof ExpressionError) return { problem: placed(error) }
    throw error
  }
}

/** Little enough to be done at each key that is pressed. */
const MAX_WORK = 100_000
