import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import type { Listing, ListOptions } from '#core/ports/data/page.ts'

export type Key = readonly (string | number)[]

export function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** The sort key where a list goes on. @throws AppError `invalid_request` when the cursor is not one of this list */
export function decodeCursor<Schema extends z.ZodType<Key>>(cursor: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    const detail = 'It is not a cursor of this list: send `next` of the previous page unchanged'
    throw new AppError('invalid_request', 'The list cannot continue from this cursor', {
      cause,
      errors: [{ pointer: '/after', detail }],
    })
  }
}

/** A page from rows of which one more than asked for was read. `isCut`: more follow, which were too large to be read. */
export function toListing<Row, Item>(
  rows: readonly Row[],
  { limit, isCut = false }: ListOptions & { isCut?: boolean },
  { item, key }: { item: (row: Row) => Item; key: (row: Row) => Key },
): Listing<Item> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const next = (isCut || rows.length > limit) && last !== undefined ? encodeCursor(key(last)) : null
  return { results: page.map(item), next }
}

/** A page ends after as much text of the database: while more is read and answered, all other requests wait. */
export const MAX_PAGE_BYTES = 1024 * 1024

/** What `sized()` adds to a row. */
export interface Sized {
  /** How many rows there are, those beyond MAX_PAGE_BYTES included. */
  foundRows: number
  /** Of this row and those before it. */
  bytes: number
}

/**
 * The rows of a statement up to MAX_PAGE_BYTES, and at least the first one. The size as it is stored, which may be compressed,
 * is known without writing rows as text, and leaves out most of what is too much.
 */
export const sized = (text: string, sorted: string): string => `
with page as materialized (${text}), stored as materialized (
  select *, count(*) over ()::int as found_rows,
    sum(pg_column_size(page)) over (${sorted} rows unbounded preceding) as stored_bytes
  from page
), sized as (
  select *, sum(octet_length(stored::text)) over (${sorted} rows unbounded preceding)::int as bytes
  from stored where stored_bytes <= ${MAX_PAGE_BYTES} or stored_bytes = (select min(stored_bytes) from stored)
)
select * from sized where bytes <= ${MAX_PAGE_BYTES} or bytes = (select min(bytes) from sized) ${sorted}`

/** Whether more was found than a page can hold. */
export const isCut = (rows: readonly Sized[]): boolean => rows.length < (rows[0]?.foundRows ?? 0)

export const bytesOf = (rows: readonly Sized[]): number => rows.at(-1)?.bytes ?? 0
