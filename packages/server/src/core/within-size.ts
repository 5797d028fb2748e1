/** More than people read, and no more than one answer should have: all other requests wait while it is written. */
const MAX_CHARACTERS = 1_000_000

interface Sized {
  fields: Readonly<Record<string, unknown>>
}

/** About how long a value is as JSON. */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return value === null || value === undefined ? 0 : JSON.stringify(value).length
}

/** Of the quotes, colon and comma beside a key and its value. */
const CHARACTERS_OF_ENTRY = 6

/** About how long a record is as JSON. */
export const lengthOfItem = ({ fields }: Sized): number =>
  Object.entries(fields).reduce((sum, [key, value]) => sum + key.length + lengthOf(value) + CHARACTERS_OF_ENTRY, 0)

/**
 * Adds those that fit into one answer beside what was taken so far: one that is too large hides none of those behind it, and is
 * taken only where nothing else is. @returns whether all of them fit
 */
export function addWithinSize<Item extends Sized>(taken: Item[], items: readonly Item[]): boolean {
  let left = MAX_CHARACTERS - taken.reduce((sum, item) => sum + lengthOfItem(item), 0)
  const tooLarge: Item[] = []
  for (const item of items) {
    const length = lengthOfItem(item)
    if (length > left) {
      tooLarge.push(item)
      continue
    }
    left -= length
    taken.push(item)
  }
  const [first] = tooLarge
  if (first === undefined) return true
  if (taken.length === 0) taken.push(first)
  return items.length === 1 && taken[0] === first
}

/** A statement of as many is written in some milliseconds. */
const MAX_STATEMENT_CHARACTERS = 300_000

/** Splits items into parts as large as one statement should be: all other requests wait while it is written. */
export function* inParts<Item>(items: readonly Item[], lengthOfEach: (item: Item) => number): Generator<Item[]> {
  let part: Item[] = []
  let left = MAX_STATEMENT_CHARACTERS
  for (const item of items) {
    left -= lengthOfEach(item)
    if (left < 0 && part.length > 0) {
      yield part
      part = []
      left = MAX_STATEMENT_CHARACTERS - lengthOfEach(item)
    }
    part.push(item)
  }
  if (part.length > 0) yield part
}
