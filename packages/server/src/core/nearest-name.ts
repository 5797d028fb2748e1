/** How many letters have to be changed, added, left out or swapped with their neighbour to make one word of the other. */
function editDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const differs = one[row - 1] === other[column - 1] ? 0 : 1
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + differs,
        isSwapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = current
  }
  return last[other.length] ?? 0
}

/** Names by how few edits make them of what was typed; none that needs more than a quarter of its letters. */
function byEdits(typed: string, names: readonly string[]): string[] {
  const mostEdits = Math.min(3, Math.floor(typed.length / 4))
  return names
    .filter((name) => Math.abs(name.length - typed.length) <= mostEdits)
    .map((name) => ({ name, edits: editDistance(typed, name) }))
    .filter(({ edits }) => edits <= mostEdits)
    .sort((one, other) => one.edits - other.edits)
    .map(({ name }) => name)
}

/** The name that was most likely meant; undefined when none is near. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  return byEdits(typed, names)[0]
}

/**
 * Names that may have been meant, without regard to case: those that begin with what was typed, then those that are near,
 * then those that contain it.
 */
export function nearestNames(typed: string, names: readonly string[], most = 3): string[] {
  const wanted = typed.trim().toLowerCase()
  const byKey = new Map(names.map((name) => [name.toLowerCase(), name]))
  const keys = [...byKey.keys()]
  const begins = keys.filter((key) => wanted !== '' && key.startsWith(wanted)).toSorted((a, b) => a.length - b.length)
  const contains = keys.filter((key) => wanted.length > 2 && key.includes(wanted))
  const found = new Set([...begins, ...byEdits(wanted, keys), ...contains])
  return [...found].slice(0, most).map((key) => byKey.get(key) ?? key)
}

/** ` Similar names: Anton, Antonio.`, for the end of a message; empty where none is near. */
export function similarNames(typed: string, names: readonly string[]): string {
  const found = nearestNames(typed, names)
  return found.length === 0 ? '' : ` Similar names: ${found.join(', ')}.`
}
