import { writeName } from '@pictable/renderer/braces'
import { partAt } from '#dashboard/screens/editor/inspector/values.ts'

/** The expression in a cell as it is typed; undefined for any other text. */
export function readExpression(text: string): { readonly expression: string } | undefined {
  const expression = /^\s*=\s*(.+)$/s.exec(text)?.[1]
  return expression === undefined ? undefined : { expression }
}

/** A cell as it is typed: what a record fills begins with `=`. */
export function cellText(entry: unknown): string {
  const [expression, bound] = [partAt(entry, 'expression'), partAt(entry, 'bind')]
  if (typeof expression === 'string') return `=${expression}`
  if (typeof bound === 'string') return `=${writeName(bound)}`
  return entry === null || entry === undefined ? '' : String(entry)
}
