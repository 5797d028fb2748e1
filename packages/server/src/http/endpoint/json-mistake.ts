/** What may come next. */
type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end'

const token =
  /[ \t\n\r]*("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:])/uy

function afterValue(text: string, expected: Expected, open: string[]): Expected | null {
  const takesValue = expected === 'value' || expected === 'value or ]'
  if (text.startsWith('"') && (expected === 'key' || expected === 'key or }')) return ':'
  if (!takesValue) return null
  if (text !== '{' && text !== '[') return ', or end'
  open.push(text)
  return text === '{' ? 'key or }' : 'value or ]'
}

function afterClosing(text: string, expected: Expected, open: string[]): Expected | null {
  const opening = text === '}' ? '{' : '['
  const mayClose = expected === ', or end' || expected === (text === '}' ? 'key or }' : 'value or ]')
  return mayClose && open.pop() === opening ? ', or end' : null
}

function next(text: string, expected: Expected, open: string[]): Expected | null {
  if (text === '}' || text === ']') return afterClosing(text, expected, open)
  if (text === ':') return expected === ':' ? 'value' : null
  if (text !== ',') return afterValue(text, expected, open)
  if (expected !== ', or end' || open.length === 0) return null
  return open.at(-1) === '{' ? 'key' : 'value'
}

/** `jsonMistake()` gives the index at which text stops being JSON; its length when it just ends too early. */
export function jsonMistake(text: string): number {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    token.lastIndex = at
    const match: RegExpExecArray | null = token.exec(text)
    const following: Expected | null = match?.[1] === undefined ? null : next(match[1], expected, open)
    if (match?.[1] === undefined || following === null)
      return at + (/^[ \t\n\r]*/.exec(text.slice(at))?.[0].length ?? 0)
    expected = following
    at += match[0].length
  }
}
