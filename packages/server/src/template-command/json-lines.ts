/** `"layers"`, `[`, `3` … in the order of the text; what stands between them is of no interest here. */
const token = /"(?:[^"\\]|\\.)*"?|[{}[\],:]|[^\s{}[\],:"]+/g

interface Level {
  readonly isList: boolean
  /** The key or index being read; null where the next string is a key. */
  at: string | number | null
}

/** The levels that a part opens. */
const opened: Readonly<Record<string, () => Level>> = {
  '{': () => ({ isList: false, at: null }),
  '[': () => ({ isList: true, at: 0 }),
}

/** Takes in one token. @returns whether it begins a key or an item */
function step(levels: Level[], part: string): boolean {
  const level = levels.at(-1)
  if (part === ':') return false
  if (part === '}' || part === ']') {
    levels.pop()
    return false
  }
  if (part === ',') {
    if (level) level.at = level.isList ? Number(level.at) + 1 : null
    return false
  }
  if (level?.at !== null) return level?.isList === true
  level.at = String(JSON.parse(part))
  return true
}

function pathOf(levels: readonly Level[]): string {
  return levels.reduce((before, { isList, at }) => {
    if (isList) return `${before}[${at}]`
    return before === '' ? String(at) : `${before}.${at}`
  }, '')
}

/** The lines on which the parts of valid JSON text begin, by path: `layers[2].fontSize`. The whole is `''`. */
export function linesOfJson(text: string): Map<string, number> {
  const lines = new Map<string, number>([['', 1]])
  const levels: Level[] = []
  let [line, seen] = [1, 0]
  for (const { 0: part, index } of text.matchAll(token)) {
    for (; seen < index; seen++) if (text[seen] === '\n') line++
    if (step(levels, part)) lines.set(pathOf(levels), line)
    const open = opened[part]
    if (open) levels.push(open())
  }
  return lines
}

/** The line of a part, or of the nearest one around it when the part itself is missing. */
export function lineOf(lines: ReadonlyMap<string, number>, path: string): number {
  const line = lines.get(path)
  if (line !== undefined || path === '') return line ?? 1
  return lineOf(lines, path.replace(/(\.[^.[\]]*|\[\d+\]|^[^.[\]]+)$/, ''))
}
