import { writeName } from '@pictable/renderer/braces'
import { type Expression, ExpressionError, parseExpression, placed } from '@pictable/renderer/expressions'
import { partAt } from '#dashboard/screens/editor/properties/values.ts'

/** What follows the `=` of a cell; undefined where nothing does. */
const expressionIn = (text: string) => /^\s*=\s*(.+)$/s.exec(text)?.[1]

function parse(expression: string): Expression | ExpressionError {
  try {
    return parseExpression(expression)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** The expression in a cell as it is typed, with what else filled the cell `before`; undefined for any other text. */
export function readExpression(text: string, before: unknown): object | undefined {
  const expression = expressionIn(text)
  const parsed = expression === undefined ? undefined : parse(expression)
  if (parsed === undefined || parsed instanceof ExpressionError) return undefined
  const isBound = typeof before === 'object' && typeof partAt(before, 'bind') === 'string'
  // Only a name can have a format.
  if (isBound && parsed.kind === 'name') return { ...before, bind: parsed.name }
  const fallback = partAt(before, 'fallback')
  return { expression, ...(fallback !== undefined && { fallback }) }
}

/** Why the expression in a cell cannot be read; undefined for one that can, and for any other text. */
export function expressionProblem(text: string): string | undefined {
  const parsed = parse(expressionIn(text) ?? "''")
  return parsed instanceof ExpressionError ? placed(parsed) : undefined
}

/** The text in a cell as it is typed: as in spreadsheets, an apostrophe before `=` says that it is no expression. */
export function readText(text: string): string {
  return /^'+\s*=/.test(text) ? text.slice(1) : text
}

/** A cell as it is typed: what a record fills begins with `=`. */
export function cellText(entry: unknown): string {
  const [expression, bound] = [partAt(entry, 'expression'), partAt(entry, 'bind')]
  if (typeof expression === 'string') return `=${expression}`
  if (bound !== undefined) return `=${[bound].flat().map(String).map(writeName).join(', ')}`
  const text = entry === null || entry === undefined ? '' : String(entry)
  return /^'*\s*=/.test(text) ? `'${text}` : text
}
