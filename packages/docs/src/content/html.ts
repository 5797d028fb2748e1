const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const characters = new Map(Object.entries(entities).map(([character, entity]) => [entity, character]))

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
}

export function unescapeHtml(html: string): string {
  return html.replaceAll(/&(amp|lt|gt|quot|#39|#x27);/g, (entity) => characters.get(entity) ?? "'")
}

/** What a reader sees of HTML, in one line. */
export function textOf(html: string): string {
  return unescapeHtml(html.replaceAll(/<[^>]*>/g, ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** ` name="value"` of each attribute; true is written without one, and what is undefined or false is left out. */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`))
    .join('')
}
