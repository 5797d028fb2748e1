/** `"Title", "Photo" and 12 more`, for messages that say what there is. */
export function listed(names: readonly string[], most = 20): string {
  if (names.length === 0) return 'nothing'
  const shown = names.slice(0, most).map((name) => `"${name}"`)
  const rest = names.length - shown.length
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
}

/** The text with its end: a question has one. */
export function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // HTML 4 does not know &apos;
  "'": '&#39;',
}

/** The text inside of HTML or XML, in attributes too. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** The text, cut to `most` characters. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}

/** The text for a terminal, which control characters of others must not steer. */
export function plain(text: string): string {
  return text.replace(/\p{C}/gu, '?')
}

/** `name` as people may type it: found by id, then by exact name, then whatever the case when only one fits. */
export function findNamed<Item extends { id: string; name: string }>(
  items: readonly Item[],
  name: string,
): Item | undefined {
  const exact = items.find((item) => item.id === name) ?? items.find((item) => item.name === name)
  if (exact !== undefined) return exact
  const wanted = name.trim().toLowerCase()
  const loose = items.filter((item) => item.name.trim().toLowerCase() === wanted)
  return loose.length === 1 ? loose[0] : undefined
}
