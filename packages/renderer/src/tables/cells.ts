import { z } from 'zod/mini'
import { readCsv } from '#renderer/csv/read-csv.ts'
import { valueList } from '#renderer/properties/value-list.ts'
import { toText, type Value } from '#renderer/values/value.ts'

/** The most that a table can have; characters are those of one cell. */
export const TABLE_LIMITS = { rows: 10_000, columns: 50, characters: 10_000 } as const

const { rows: MAX_ROWS, columns: MAX_COLUMNS, characters: MAX_TEXT } = TABLE_LIMITS
const MAX_PARTS = 200
const MAX_NAME = 200

const plain = z.union([z.string().check(z.maxLength(MAX_TEXT)), z.number(), z.boolean()])
// A list or an object inside a cell is written as text: it does not make its table no table.
const nested = z.union([
  z.array(z.json()).check(z.maxLength(MAX_PARTS)),
  z.record(z.string().check(z.maxLength(MAX_NAME)), z.json()),
])
const cell = z.nullish(z.union([plain, z.array(z.nullish(plain)).check(z.maxLength(MAX_PARTS)), nested]))
const row = z.union([
  z.array(cell).check(z.maxLength(MAX_COLUMNS)),
  z.record(z.string().check(z.maxLength(MAX_NAME)), cell),
])

function isPlain(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= MAX_TEXT
  return value == null || typeof value === 'boolean' || Number.isFinite(value)
}

function isJson(value: unknown): boolean {
  if (typeof value !== 'object')
    return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
  return value === null || (Array.isArray(value) ? value : Object.values(value)).every(isJson)
}

const isNamed = (value: object, isValue: (each: unknown) => boolean): boolean =>
  Object.entries(value).every(([name, each]) => name.length <= MAX_NAME && isValue(each))

function isCell(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isPlain(value)
  if (!Array.isArray(value)) return isNamed(value, isJson)
  return value.length <= MAX_PARTS && (value.every(isPlain) || value.every(isJson))
}

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isPlain(value)
  return Array.isArray(value) ? value.length <= MAX_COLUMNS && value.every(isCell) : isNamed(value, isCell)
}

// Null is a form like the others: the cells of a row may be bound.
const list = valueList(z.optional(z.union([row, plain, z.null()])), {
  max: MAX_ROWS,
  isPlain: (rows) => rows.every(isRow),
})
const column = valueList(cell, { max: MAX_ROWS, isPlain: (cells) => cells.every(isCell) })

/** Rows: a list of lists, of objects or of single cells, or text with such a list as JSON or with CSV. */
export const rowsSchema = z.union([
  list,
  z.string().check(
    z.maxLength(1_000_000),
    z.refine(
      (text) => readText(text) !== undefined,
      'is not a table: use a list of rows as JSON, or CSV in which every quotation mark is closed',
    ),
  ),
])

/** The cells of one column: a list, or text with line breaks, semicolons or commas between them. */
export const columnCellsSchema = z.union([column, z.string().check(z.maxLength(1_000_000))])

/** Rows of cells, and what the columns are called where that is known. */
export interface Cells {
  readonly names: readonly string[]
  readonly rows: readonly (readonly Value[])[]
}

/** Reads rows in any of their forms. With `named`, the first row of lists or of CSV names the columns. */
export function cellsOf(given: z.output<typeof rowsSchema>, named: boolean): Cells {
  const rows = typeof given === 'string' ? (readText(given) ?? []) : given
  const objects = rows.filter((each) => isObject(each))
  if (objects.length > 0) {
    const names = [...new Set(objects.flatMap((each) => Object.keys(each)))].slice(0, MAX_COLUMNS)
    return { names, rows: objects.map((each) => names.map((name) => (Object.hasOwn(each, name) ? each[name] : null))) }
  }
  const lists = rows.map((each): readonly Value[] => (Array.isArray(each) ? each : isObject(each) ? [] : [each]))
  // A list of single cells, such as the names of linked records, has no room for the name of its column.
  const hasNames = named && (typeof given === 'string' || Array.isArray(rows[0]))
  const [first = [], ...others] = lists
  return hasNames ? { names: first.map((name) => toText(name).trim()), rows: others } : { names: [], rows: lists }
}

export function columnCellsOf(given: z.output<typeof columnCellsSchema>): readonly Value[] {
  if (typeof given !== 'string') return given
  const text = given.trim()
  if (text === '') return []
  const separator = ['\n', ';'].find((each) => text.includes(each)) ?? ','
  return text
    .split(separator)
    .slice(0, MAX_ROWS)
    .map((part) => part.trim())
}

function isObject(row: z.output<typeof list>[number]): row is Record<string, z.output<typeof cell>> {
  return typeof row === 'object' && row !== null && !Array.isArray(row)
}

/** Undefined when it is no table. */
function readText(text: string): z.output<typeof list> | undefined {
  const json = text.trimStart().startsWith('[') ? readJson(text) : undefined
  if (json !== undefined) return list.safeParse(json).data
  const rows = readCsv(text.trim())
  if (rows.some(({ flaw }) => flaw === 'quote-open')) return undefined
  return rows.map(({ cells }) => cells.slice(0, MAX_COLUMNS))
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // CSV may begin like JSON.
    return undefined
  }
}
