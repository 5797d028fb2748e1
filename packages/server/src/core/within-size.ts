/** More than people read, and no more than one answer should have: all other requests wait while it is written. */
const MAX_CHARACTERS = 1_000_000

interface Sized {
  fields: Readonly<Record<string, unknown>>
}

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  return value === null || value === undefined ? 0 : JSON.stringify(value).length
}

const lengthOfItem = ({ fields }: Sized): number =>
  Object.values(fields).reduce<number>((sum, value) => sum + lengthOf(value), 0)

/** Adds records to those taken so far until they are as large as an answer may be. @returns whether all of them fit */
export function addWithinSize<Item extends Sized>(taken: Item[], items: readonly Item[]): boolean {
  let left = MAX_CHARACTERS - taken.reduce((sum, item) => sum + lengthOfItem(item), 0)
  for (const item of items) {
    left -= lengthOfItem(item)
    if (left < 0 && taken.length > 0) return false
    taken.push(item)
  }
  return true
}
