import type { SqlColumn, SqlDescription } from './sql-dialect.ts'

/** The key of a row as the id of its record: the value of its only column, or a JSON list of them. */
export function recordIdOf(key: readonly string[]): string {
  const [first = ''] = key
  return key.length === 1 ? first : JSON.stringify(key)
}

/** @returns null for an id that no row of a table with such a key can have */
export function keyOf(recordId: string, length: number): string[] | null {
  if (length === 1) return [recordId]
  try {
    const parts: unknown = JSON.parse(recordId)
    const isKey = Array.isArray(parts) && parts.length === length && parts.every((part) => typeof part === 'string')
    return isKey ? parts : null
  } catch {
    return null
  }
}

/**
 * What tells the rows apart: the primary key, else unique columns that are never empty, else a column called `id`, as
 * database views have it.
 */
export function chooseKey({ columns, uniques }: SqlDescription): { key: SqlColumn[]; isProven: boolean } | null {
  const byName = new Map(columns.filter(({ readable }) => readable).map((column) => [column.name, column]))
  for (const names of uniques) {
    const key = names.flatMap((name) => byName.get(name) ?? [])
    if (key.length === names.length) return { key, isProven: key.every(({ nullable }) => !nullable) }
  }
  const id = [...byName.values()].find(({ name }) => name.toLowerCase() === 'id')
  return id ? { key: [id], isProven: false } : null
}

const isText = ({ format }: SqlColumn) => format === 'text'
const names = ['name', 'title', 'label']

/** What people know a row by: a text column called name, title or label, else the first text, else the key. */
export function choosePrimary(
  columns: readonly SqlColumn[],
  [firstOfKey]: readonly SqlColumn[],
): SqlColumn | undefined {
  const texts = columns.filter(isText)
  const called = names.flatMap((name) => texts.find((column) => column.name.toLowerCase() === name) ?? [])
  return called[0] ?? texts[0] ?? firstOfKey
}
