const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)

/** Schemas whose names Python itself uses. */
const RENAMED: Readonly<Record<string, string>> = { Exception: 'RecordException', Warning: 'WarningCode' }

/** `toSnake()` writes `image-batches`, `retryFailed` as Python writes names; a keyword gets an underscore. */
export function toSnake(name: string): string {
  const snake = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toLowerCase()
  return KEYWORDS.has(snake) ? `${snake}_` : snake
}

/** `toPascal()` writes `retry-failed`, `record_ids` as the name of a class. */
export function toPascal(name: string): string {
  return name
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

export const componentName = (name: string): string => RENAMED[name] ?? name

/** Whether a class can have it as the name of a key. */
export const isIdentifier = (name: string): boolean => /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name)

/** One of a list: `files` holds a `file`. */
export const toSingular = (name: string): string => name.replace(/(?<=[^s])s$/, '')

/** `toLiteral()` writes a value of JSON in Python. */
export function toLiteral(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** `toDocstring()` lays out text below a definition, at most 100 characters wide. */
export function toDocstring(text: string, indent: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
  const lines = safe.split('\n').flatMap((line) => wrapped(line, 100 - indent.length))
  const [first = '', ...more] = lines
  if (more.length === 0 && first.length < 94 - indent.length) return `${indent}"""${first.replace(/"$/, '" ')}"""\n`
  const body = more.map((line) => (line === '' ? '\n' : `${indent}${line}\n`)).join('')
  return `${indent}"""${first}\n${body}${indent}"""\n`
}

/** Lines of at most so many characters; what begins with spaces continues with four more. */
function wrapped(line: string, width: number): string[] {
  const lead = /^ */.exec(line)?.[0] ?? ''
  const lines: string[] = []
  let current = lead
  for (const word of line.trim().split(' ')) {
    const isNew = current.trim() === ''
    if (!isNew && current.length + word.length + 1 > width) {
      lines.push(current)
      current = `${lead}${lead === '' ? '' : '    '}${word}`
    } else current = isNew ? current + word : `${current} ${word}`
  }
  return [...lines, current.trimEnd()]
}
