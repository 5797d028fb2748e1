import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { listed, shortened } from '#core/words.ts'

/** The guard stopped reading the response. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof AppError && z.object({ code: z.literal('too_large') }).safeParse(error.cause).success

/** A smaller page, such that pages of it still begin where this one does. */
const smaller = (size: number) => (size % 2 === 0 ? size / 2 : 1)

/** Asks for a page of `most` records, or of fewer where the response would be too large. */
export async function askFitting<Answer>(
  most: number,
  ask: (size: number) => Promise<Answer>,
): Promise<{ answer: Answer; size: number }> {
  for (let size = most; ; size = smaller(size)) {
    try {
      return { answer: await ask(size), size }
    } catch (error) {
      if (!isTooLarge(error) || size <= 1) throw error
    }
  }
}

interface LargeRecord {
  id: string
  /** Its primary field, as text. */
  label: string
  /** Names of the fields that were read. */
  fields: readonly string[]
}

/** An error about a response of one record that is too large, which names the record where it can be found. */
export async function namedTooLarge(error: unknown, find: () => Promise<LargeRecord | null>): Promise<unknown> {
  if (!isTooLarge(error)) return error
  const record = await find().catch(() => null)
  if (record === null) return error
  const { id, label, fields } = record
  const name = label === '' || label === id ? id : `"${shortened(label, 200)}" (${id})`
  const message = `The record ${name} is larger than a response may be. Shorten its texts in ${listed(fields)}, or use fewer of its fields in the action.`
  return new AppError('source_invalid', message, { cause: error })
}

/** `cure` is what to check if it happens again. */
export function repeatedPage(product: string, cure = `check the proxy in front of ${product}`): AppError {
  const message = `${product} gives the same page of the table again, so the list has no end. Retry later. If it happens again, ${cure}.`
  return new AppError('source_unavailable', message)
}

/** Vendors may end a page early, before its first record. */
const MAX_EMPTY_PAGES = 5

type CircleCheck = (offset: string | undefined, records: readonly { id: string }[]) => void

/** Throws where a listing goes round in a circle: an offset that it had comes again, and no new record with it. */
export function createCircleCheck(product: string): CircleCheck {
  const offsets = new Set<string>()
  const given = new Set<string>()
  let emptyPages = 0
  return (offset, records) => {
    const isNew = records.some(({ id }) => !given.has(id))
    for (const { id } of records) given.add(id)
    if (offset === undefined) return
    emptyPages = records.length === 0 ? emptyPages + 1 : 0
    const isOver = records.length > 0 || emptyPages > MAX_EMPTY_PAGES
    if (offsets.has(offset) && !isNew && isOver) throw repeatedPage(product)
    offsets.add(offset)
  }
}
