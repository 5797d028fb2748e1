import { writeName } from '@pictable/renderer/braces'
import { ExpressionError, parseExpression, placed } from '@pictable/renderer/expressions'
import { partAt } from '#dashboard/screens/editor/inspector/values.ts'

/** The expression in a cell as it is typed; undefined for any other text. */
export function readExpression(text: string): { readonly expression: string } | undefined {
  const expression = /^\s*=\s*(.+)$/s.exec(text)?.[1]
  return expression === undefined ? undefined : { expression }
}

/** Why the expression in a cell cannot be read; undefined for one that can, and for any other text. */
export function expressionProblem(text: string): string | undefined {
  try {
    parseExpression(readExpression(text)?.expression ?? "''")
    return undefined
  } catch (error) {
    if (error instanceof ExpressionError) return placed(error)
    throw error
  }
}

/** A cell as it is typed: what a record fills begins with `=`. */
export function cellText(entry: unknown): string {
  const [expression, bound] = [partAt(entry, 'expression'), partAt(entry, 'bind')]
  if (typeof expression === 'string') return `=${expression}`
  if (typeof bound === 'string') return `=${writeName(bound)}`
  return entry === null || entry === undefined ? '' : String(entry)
}
