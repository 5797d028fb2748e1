/** Text that PostgreSQL can hold: it knows no NUL. */
export function storableText(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text
}

function storableKey(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return storableText(value.toWellFormed())
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key.toWellFormed()), item]))
}

/** JSON that `jsonb` takes: NUL and half surrogate pairs, which it refuses, become U+FFFD. */
export function json(value: unknown): string {
  const text = JSON.stringify(value)
  return /\\u0000|\\ud[89a-f]/.test(text) ? JSON.stringify(value, storableKey) : text
}

/** As `json()`, with nothing as SQL NULL. */
export function jsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : json(value)
}

function arrayItem(value: unknown): string {
  const text = encodeParameter(value)
  if (text === null) return 'null'
  return Array.isArray(value) ? text : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** The text format of a parameter, by the same rules as node-postgres: arrays as arrays, other objects as JSON. */
export function encodeParameter(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return storableText(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return `{${value.map(arrayItem).join(',')}}`
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (typeof value === 'object') return json(value)
  return String(value)
}
