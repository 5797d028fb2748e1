import { z } from 'zod/mini'
import { describe, withMeta } from '#renderer/values/describe.ts'
import { hasBraces, MAX_EXPRESSION_LENGTH } from './braces.ts'
import { ExpressionError, placed } from './expression-error.ts'
import { parseExpression, readWrittenText } from './expressions.ts'

/** What is wrong with an expression or a text, with its place. */
function problemOf(read: () => unknown): string | undefined {
  try {
    read()
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return placed(error)
    throw error
  }
}

/** A text that `read` accepts; else the issue says what is wrong, and where. */
function readBy(read: (text: string) => unknown) {
  return z.superRefine<string>((text, context) => {
    const message = problemOf(() => read(text))
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
}

/** Takes the place of any property: the result of an expression, or `fallback` when it is empty. */
export const expressionBindingSchema = z
  .strictObject({
    expression: z
      .string()
      .check(z.minLength(1), z.maxLength(MAX_EXPRESSION_LENGTH), readBy(parseExpression))
      .apply(describe, 'Expression over values, such as `Stock > 0 ? "green" : "red"`'),
    fallback: z
      .optional(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .apply(describe, 'Used when the result is empty'),
  })
  .apply(withMeta, { id: 'Expression' })

export type ExpressionBinding = z.output<typeof expressionBindingSchema>

/** A text in which expressions may stand. Its length is that of what it says: `\{{` counts as the two braces. */
export function writtenTextSchema(maxLength: number, hasExpressions = hasBraces): z.ZodMiniString {
  const check = z.superRefine<string>((text, context) => {
    const message = isLonger(text, maxLength)
      ? `must be at most ${maxLength} characters long`
      : problemOf(() => (hasExpressions(text) ? readWrittenText(text) : text))
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })
  return withMeta(z.string().check(check), { maxLength: Math.ceil(maxLength * MOST_ESCAPED) })
}

/** A text of nothing but braces is half as long again when they are escaped. */
const MOST_ESCAPED = 1.5

function isLonger(text: string, maxLength: number): boolean {
  if (text.length <= maxLength || text.length > maxLength * MOST_ESCAPED) return text.length > maxLength
  return text.length - (text.split('\\{{').length - 1) > maxLength
}

/** True for JSON that claims to be such a binding, right or wrong. */
export function looksComputed(json: unknown): json is { expression: unknown } {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, 'expression')
}
