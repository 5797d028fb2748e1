const candidates = [',', ';', '\t', '|']
const rowsLookedAt = 20

/** How often the delimiter stands outside quotes, for each of the first rows. */
function countsOf(text: string, delimiter: string): number[] {
  const counts: number[] = []
  let count = 0
  let quoted = false
  let empty = true
  for (const character of text) {
    if (character === '"') quoted = !quoted
    if (!quoted && (character === '\n' || character === '\r')) {
      if (!empty) counts.push(count)
      if (counts.length === rowsLookedAt) return counts
      count = 0
      empty = true
      continue
    }
    empty = false
    if (!quoted && character === delimiter) count++
  }
  return empty ? counts : [...counts, count]
}

/** `detectDelimiter()` finds what separates the cells: what cuts most rows into as many cells as the first. */
export function detectDelimiter(text: string): string {
  const scored = candidates.map((delimiter) => {
    const counts = countsOf(text, delimiter)
    const first = counts[0] ?? 0
    const agreeing = counts.filter((count) => count === first).length / counts.length
    return { delimiter, first, agreeing: first === 0 ? -1 : agreeing }
  })
  scored.sort((one, other) => other.agreeing - one.agreeing || other.first - one.first)
  return scored[0]?.delimiter ?? ','
}
