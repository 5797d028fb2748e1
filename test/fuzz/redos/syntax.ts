/** A regular expression as far as its cost depends on it. */
export type Node =
  /** One character, of a class that is kept as it is written. */
  | { kind: 'character'; source: string }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'either'; branches: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number }
  /** Looks ahead or behind, and takes nothing. */
  | { kind: 'look'; part: Node }
  | { kind: 'nothing' }

interface Reading {
  source: string
  at: number
}

const groupStart = /\((?:\?(?::|[-ims]+:|<(?![=!])[^>]*>))?/y
const lookStart = /\(\?<?[=!]/y
const characterClass = /\[(?:\\.|[^\]\\])*\]/y
const escaped = /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|.)/isy
const quantifier = /(?:[*+?]|\{(\d+)(,(\d*))?\})\??/y

/** Takes what the sticky pattern matches here. */
function take(reading: Reading, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.source)
  if (found) reading.at += found[0].length
  return found
}

function readEither(reading: Reading): Node {
  const branches = [readSequence(reading)]
  while (take(reading, /\|/y)) branches.push(readSequence(reading))
  return branches.length === 1 && branches[0] ? branches[0] : { kind: 'either', branches }
}

function readSequence(reading: Reading): Node {
  const parts: Node[] = []
  for (let part = readRepeated(reading); part; part = readRepeated(reading)) parts.push(part)
  return { kind: 'sequence', parts }
}

function readRepeated(reading: Reading): Node | undefined {
  const part = readAtom(reading)
  const found = part && take(reading, quantifier)
  if (!found) return part
  const [text, least, comma, most] = found
  if (least === undefined) {
    const max = text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY
    return { kind: 'repeat', part, min: text.startsWith('+') ? 1 : 0, max }
  }
  const open = most === '' ? Number.POSITIVE_INFINITY : Number(most)
  return { kind: 'repeat', part, min: Number(least), max: comma === undefined ? Number(least) : open }
}

function readAtom(reading: Reading): Node | undefined {
  if (reading.at >= reading.source.length || /[|)]/.test(reading.source.charAt(reading.at))) return undefined
  const looks = take(reading, lookStart) !== null
  if (looks || take(reading, groupStart)) {
    const part = readEither(reading)
    if (!take(reading, /\)/y)) throw new Error(`/${reading.source}/ cannot be read at ${reading.at}`)
    return looks ? { kind: 'look', part } : part
  }
  if (take(reading, /\^|\$|\\[bB]/y)) return { kind: 'nothing' }
  const [text] = take(reading, characterClass) ?? take(reading, escaped) ?? take(reading, /./suy) ?? []
  if (text === undefined) return undefined
  return /^\\(?:[1-9]|k<)/.test(text) ? { kind: 'nothing' } : { kind: 'character', source: text }
}

/** Reads the source of a regular expression. @throws Error for one that it does not know */
export function readPattern(source: string): Node {
  const reading: Reading = { source, at: 0 }
  const node = readEither(reading)
  if (reading.at < source.length) throw new Error(`/${source}/ cannot be read at ${reading.at}`)
  return node
}
