/** A column for each that the rows of a table have, by its name where they have names; two where they are not known. */
export function columnsOfRows(rows: unknown, hasHeader: boolean): readonly object[] {
  const lines: readonly unknown[] = Array.isArray(rows) ? rows : []
  const objects = lines.filter((line) => typeof line === 'object' && line !== null && !Array.isArray(line))
  if (objects.length > 0) {
    const names = new Set(objects.flatMap((line) => Object.keys(line ?? {})))
    return Array.from(names, (title) => ({ title }))
  }
  const [first] = lines
  if (!Array.isArray(first)) return [{}, {}]
  return first.map((cell: unknown) => {
    return hasHeader && typeof cell === 'string' && cell.trim() !== '' ? { title: cell } : {}
  })
}
