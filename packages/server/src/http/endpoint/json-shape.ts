import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'

const MAX_DEPTH = 64
const MAX_PROBLEMS = 20
/** An object of more keys costs more than its length: it is kept as a table of hashes, and checked key by key. */
const MAX_KEYS = 10_000
/** Above every list of the contract: each entry that does not fit costs an error of its own. */
const MAX_ENTRIES = 20_000
/**
 * Of the whole text. Half a million lists or numbers fit into 1 MB, and take 200 ms to parse, walk and collect. A list or an
 * object costs about twice as much as another value.
 */
const MAX_VALUES = 200_000
const VALUES_PER_GROUP = 2

interface Level {
  keys: Set<string> | undefined
  /** The key or index being read. */
  at: string | number
}

interface Reading {
  levels: Level[]
  problems: ErrorDetail[]
  /** Until here. */
  values: number
  isEnded: boolean
}

function complain({ levels, problems }: Reading, detail: string): void {
  problems.push({ pointer: pointer(...levels.map((level) => level.at)), detail })
}

function enter(reading: Reading, at: Level['at']): void {
  if (reading.levels.length === MAX_DEPTH) {
    complain(reading, `is nested deeper than ${MAX_DEPTH} levels`)
    reading.isEnded = true
  }
  reading.levels.push({ keys: undefined, at })
  count(reading, VALUES_PER_GROUP)
}

function count(reading: Reading, values: number): void {
  reading.values += values
  if (reading.values <= MAX_VALUES) return
  reading.levels = []
  complain(reading, `has more than ${MAX_VALUES} values, where a list or an object counts as ${VALUES_PER_GROUP}`)
  reading.isEnded = true
}

/** Nothing behind it is read. */
function refuseLength(reading: Reading, detail: string): void {
  reading.levels.pop()
  complain(reading, detail)
  reading.isEnded = true
}

function readKey(reading: Reading, written: string): void {
  const level = reading.levels.at(-1)
  if (level === undefined) return
  const key = written.includes('\\') ? parsedKey(written) : written.slice(1, -1)
  level.keys ??= new Set()
  if (level.keys.size === MAX_KEYS) {
    refuseLength(reading, `has more than ${MAX_KEYS} keys`)
    return
  }
  level.at = key
  if (level.keys.has(key)) complain(reading, 'occurs twice in the same object')
  if (key === '__proto__') complain(reading, 'is a reserved key')
  level.keys.add(key)
}

/** Keys of text that is no JSON may be anything. */
function parsedKey(written: string): string {
  try {
    return String(JSON.parse(written))
  } catch {
    return written
  }
}

/** The index behind a string that begins here. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code === 0x5c) at++
  }
  return text.length
}

/**
 * `problemsOfShape()` finds in JSON text what a parser drops silently or what takes longer than its length: keys that
 * stand twice in one object, `__proto__`, too many keys or values, and nesting that is too deep. The text may turn out to be no JSON.
 */
export function problemsOfShape(text: string): ErrorDetail[] {
  const reading: Reading = { levels: [], problems: [], values: 0, isEnded: false }
  let [stringFrom, stringTo] = [0, 0]
  for (let at = 0; at < text.length && !reading.isEnded; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        stringFrom = at
        stringTo = endOfString(text, at)
        at = stringTo - 1
        break
      case 0x7b: // {
        enter(reading, '')
        break
      case 0x5b: // [
        enter(reading, 0)
        break
      case 0x7d: // }
      case 0x5d: // ]
        reading.levels.pop()
        break
      case 0x2c: {
        // ,
        const level = reading.levels.at(-1)
        if (typeof level?.at === 'number') level.at++
        if (level?.at === MAX_ENTRIES) refuseLength(reading, `has more than ${MAX_ENTRIES} entries`)
        else count(reading, 1)
        break
      }
      case 0x3a: // :
        readKey(reading, text.slice(stringFrom, stringTo))
        if (reading.problems.length >= MAX_PROBLEMS) reading.isEnded = true
    }
  }
  return reading.problems
}

function problemOfText(text: string): string | null {
  if (text.includes('\0')) return 'contains the character U+0000, which cannot be stored'
  return text.isWellFormed() ? null : 'contains half of a surrogate pair, which is not valid Unicode'
}

/** `problemsOfTexts()` finds strings and keys that no database keeps. The depth is bounded by `problemsOfShape()`. */
export function problemsOfTexts(value: unknown, place: readonly string[] = []): ErrorDetail[] {
  const problems: ErrorDetail[] = []
  const path: (string | number)[] = [...place]
  const check = (text: string, what: string) => {
    const problem = problemOfText(text)
    if (problem !== null) problems.push({ pointer: pointer(...path), detail: `${what}${problem}` })
  }
  const visit = (item: unknown, key: string | number) => {
    path.push(key)
    read(item)
    path.pop()
  }
  const read = (item: unknown): void => {
    if (problems.length >= MAX_PROBLEMS) return
    if (typeof item === 'string') check(item, '')
    else if (Array.isArray(item)) item.forEach(visit)
    else if (typeof item === 'object' && item !== null) {
      for (const [key, inner] of Object.entries(item)) {
        check(key, 'a key ')
        visit(inner, key)
      }
    }
  }
  read(value)
  return problems
}
