import { writeName } from '@pictable/renderer/braces'
import { partAt } from '#dashboard/screens/editor/inspector/values.ts'

/** A cell as it is typed: what a record fills begins with `=`. */
export function cellText(entry: unknown): string {
  const [expression, bound] = [partAt(entry, 'expression'), partAt(entry, 'bind')]
  if (typeof expression === 'string') return `=${expression}`
  if (typeof bound === 'string') return `=${writeName(bound)}`
  return entry === null || entry === undefined ? '' : String(entry)
}
