const candidates = [',', ';', '\t', '|']
const ROWS_LOOKED_AT = 20

/** The line by which a file tells Excel its separator: `sep=;`. */
const separatorLine = /^sep=([,;\t|])\r?\n/i

/** What parts the cells, by what the text says or by how it looks. The text is one to be read, its lines the same. */
export function takeDelimiter(given: string): { text: string; delimiter: string } {
  const told = separatorLine.exec(given)
  // The line stays, so that those behind it are counted right.
  const text = told === null ? given : `\n${given.slice(told[0].length)}`
  return { text, delimiter: told?.[1] ?? detectDelimiter(text) }
}

/** What cuts most rows into as many cells as the first. */
function detectDelimiter(text: string): string {
  const scored = candidates.map((delimiter) => {
    const counts = countsOf(text, delimiter)
    const first = counts[0] ?? 0
    const agreeing = counts.filter((count) => count === first).length / counts.length
    return { delimiter, first, agreeing: first === 0 ? -1 : agreeing }
  })
  scored.sort((one, other) => other.agreeing - one.agreeing || other.first - one.first)
  return scored[0]?.delimiter ?? ','
}

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
      if (counts.length === ROWS_LOOKED_AT) return counts
      count = 0
      empty = true
      continue
    }
    empty = false
    if (!quoted && character === delimiter) count++
  }
  return empty ? counts : [...counts, count]
}
