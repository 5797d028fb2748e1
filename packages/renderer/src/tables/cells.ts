import { z } from 'zod/mini'
import { readCsv } from '#renderer/csv/read-csv.ts'
import { valueList } from '#renderer/properties/value-list.ts'

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

export type Rows = z.output<typeof list>

/** Undefined when it is no table. */
export function readText(text: string): Rows | undefined {
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
