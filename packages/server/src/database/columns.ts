import { toCamel, toSnake } from '@pictable/model/key-case'
import type { z } from 'zod'
import { jsonOrNull } from './parameters.ts'

/** How a property of an entity is stored. */
export interface Column {
  /** Default: the name of the property in snake case. */
  name?: string
  /** Of the database, for statements that insert many rows. Default: `text`. */
  type?: string
  store?: (value: unknown) => unknown
  read?: (value: unknown) => unknown
}

/** Every property of an entity once: what is written into a table, and what is read from it. */
export type Columns<Item> = Readonly<Record<keyof Item & string, Column>>

export const plain: Column = {}
export const int: Column = { type: 'int' }
export const boolean: Column = { type: 'boolean' }
export const timestamp: Column = { type: 'timestamptz' }

/** JSON. With a schema it is parsed: a newer release may have stored something else. */
export function jsonb(schema?: z.ZodType): Column {
  return { type: 'jsonb', store: jsonOrNull, ...(schema && { read: (value) => schema.parse(value) }) }
}

/** Text, parsed. */
export function checked(schema: z.ZodType): Column {
  return { read: (value) => schema.parse(value) }
}

interface StoredColumn {
  property: string
  name: string
  type: string
  store: (value: unknown) => unknown
}

export interface Mapper<Item> {
  columns: readonly StoredColumn[]
  /** What a row says of an entity; other columns of the row are left out. */
  fromRow: (row: object) => Item
}

const asIs = (value: unknown) => value

/** `mapperOf()` reads and writes the columns of a table. Rows come with keys in camel case. */
export function mapperOf<Item>(columns: Columns<Item>): Mapper<Item> {
  const all = Object.entries<Column>(columns).map(([property, column]) => {
    const { name = toSnake(property), type = 'text', store = asIs, read = asIs } = column
    return { property, name, type, store, read, key: toCamel(name) }
  })
  return {
    columns: all,
    fromRow(row) {
      const item = Object.fromEntries(all.map(({ property, key, read }) => [property, read(Reflect.get(row, key))]))
      // There is a column for each property, and the statement says what its rows are.
      return item as Item
    },
  }
}

/** For statements that write many rows: a parameter for each column, which has the values of all rows. */
export function manyRows(columns: readonly StoredColumn[]) {
  return {
    names: columns.map(({ name }) => name).join(', '),
    /** Such as `unnest($1::text[], $2::int[])`. */
    rows: `unnest(${columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})`,
    parametersOf: (items: readonly object[]) =>
      columns.map(({ property, store }) => items.map((item) => store(Reflect.get(item, property)))),
  }
}
