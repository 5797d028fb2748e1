import { toText, type Value } from '#renderer/values/value.ts'
import { type Rows, readText, TABLE_LIMITS } from './cells.ts'

/** Rows of cells, and what the columns are called where that is known. */
export interface Cells {
  readonly names: readonly string[]
  readonly rows: readonly (readonly Value[])[]
}

/** Reads rows in any of their forms. With `named`, the first row of lists or of CSV names the columns. */
export function cellsOf(given: Rows | string, named: boolean): Cells {
  const rows = typeof given === 'string' ? (readText(given) ?? []) : given
  const objects = rows.filter((each) => isObject(each))
  if (objects.length > 0) {
    const names = [...new Set(objects.flatMap((each) => Object.keys(each)))].slice(0, TABLE_LIMITS.columns)
    return { names, rows: objects.map((each) => names.map((name) => (Object.hasOwn(each, name) ? each[name] : null))) }
  }
  const lists = rows.map((each): readonly Value[] => (Array.isArray(each) ? each : isObject(each) ? [] : [each]))
  // A list of single cells, such as the names of linked records, has no room for the name of its column.
  const hasNames = named && (typeof given === 'string' || Array.isArray(rows[0]))
  const [first = [], ...others] = lists
  return hasNames ? { names: first.map((name) => toText(name).trim()), rows: others } : { names: [], rows: lists }
}

export function columnCellsOf(given: readonly Value[] | string): readonly Value[] {
  if (typeof given !== 'string') return given
  const text = given.trim()
  if (text === '') return []
  const separator = ['\n', ';'].find((each) => text.includes(each)) ?? ','
  return text
    .split(separator)
    .slice(0, TABLE_LIMITS.rows)
    .map((part) => part.trim())
}

function isObject(row: Rows[number]): row is Extract<Rows[number], Record<string, unknown>> {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}
