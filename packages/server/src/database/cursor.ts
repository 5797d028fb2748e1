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
