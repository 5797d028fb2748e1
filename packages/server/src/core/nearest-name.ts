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

/** The name that was most likely meant; undefined when none is near. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const mostEdits = Math.min(3, Math.floor(typed.length / 4))
  const near = names
    .map((name) => ({ name, edits: editDistance(typed, name) }))
    .filter(({ edits }) => edits <= mostEdits)
    .sort((one, other) => one.edits - other.edits)
  return near[0]?.name
}
