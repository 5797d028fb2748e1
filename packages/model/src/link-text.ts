/** Where the text between quotes ends, of which doubled ones are a part; -1 when it does not. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at !== -1 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at
}

/** The names of rows in a text, between commas. Names that have commas themselves are in quotes, as in CSV. */
export function splitLinks(text: string): string[] {
  const names: string[] = []
  for (let at = 0; at < text.length; ) {
    while (text[at] === ' ') at++
    const close = text[at] === '"' ? closingQuote(text, at + 1) : -1
    const comma = text.indexOf(',', Math.max(at, close))
    const end = comma === -1 ? text.length : comma
    const isQuoted = close !== -1 && text.slice(close + 1, end).trim() === ''
    names.push(isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end).trim())
    at = end + 1
  }
  return names
}

/** A name as `splitLinks()` reads it: in quotes if a comma would split it. */
export const writeLink = (name: string): string =>
  name.includes(',') || name.startsWith('"') ? `"${name.replaceAll('"', '""')}"` : name

/** The names as a text that `splitLinks()` reads. */
export const joinLinks = (names: readonly string[]): string => names.map(writeLink).join(', ')
