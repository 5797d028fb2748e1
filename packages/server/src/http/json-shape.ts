import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'

const deepest = 64
const mostProblems = 20

interface Level {
  kind: 'object' | 'array'
  keys: Set<string>
  /** The key or index being read. */
  at: string | number
}

interface Reading {
  levels: Level[]
  lastString: string
  problems: ErrorDetail[]
}

function complain({ levels, problems }: Reading, detail: string): void {
  problems.push({ pointer: pointer(...levels.map((level) => level.at)), detail })
}

function enter(reading: Reading, kind: Level['kind']): void {
  if (reading.levels.length === deepest) complain(reading, `is nested deeper than ${deepest} levels`)
  reading.levels.push({ kind, keys: new Set(), at: kind === 'object' ? '' : 0 })
}

function readKey(reading: Reading): void {
  const level = reading.levels.at(-1)
  if (level === undefined) return
  const key = String(JSON.parse(reading.lastString))
  level.at = key
  if (level.keys.has(key)) complain(reading, 'stands twice in the same object')
  if (key === '__proto__') complain(reading, 'is not a key that can be used')
  level.keys.add(key)
}

function nextEntry({ levels }: Reading): void {
  const level = levels.at(-1)
  if (level?.kind === 'array') level.at = Number(level.at) + 1
}

const steps: Readonly<Record<string, (reading: Reading) => void>> = {
  '{': (reading) => enter(reading, 'object'),
  '[': (reading) => enter(reading, 'array'),
  '}': ({ levels }) => levels.pop(),
  ']': ({ levels }) => levels.pop(),
  ',': nextEntry,
  ':': readKey,
}

/**
 * `problemsOfShape()` finds, in valid JSON text, what a parser drops silently or what could exhaust the stack: keys that
 * stand twice in one object, `__proto__`, and nesting deeper than 64.
 */
export function problemsOfShape(text: string): ErrorDetail[] {
  const reading: Reading = { levels: [], lastString: '""', problems: [] }
  const tokens = /"(?:[^"\\]|\\.)*"?|[{}[\],:]/g
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const step = steps[match[0]]
    if (step) step(reading)
    else reading.lastString = match[0]
    if (reading.problems.length === mostProblems || reading.levels.length > deepest) break
  }
  return reading.problems
}

function problemOfText(text: string): string | null {
  if (text.includes('\0')) return 'holds the character U+0000, which no table can keep'
  return text.isWellFormed() ? null : 'holds half of a surrogate pair: it is not valid Unicode'
}

/** `problemsOfTexts()` finds strings and keys that no database keeps. The depth is bounded by `problemsOfShape()`. */
export function problemsOfTexts(value: unknown, path: readonly (string | number)[] = []): ErrorDetail[] {
  if (typeof value === 'string') {
    const problem = problemOfText(value)
    return problem === null ? [] : [{ pointer: pointer(...path), detail: problem }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item, index) => problemsOfTexts(item, [...path, index]))
  return Object.entries(value).flatMap(([key, item]) => {
    const problem = problemOfText(key)
    const ofKey = problem === null ? [] : [{ pointer: pointer(...path), detail: `a key ${problem}` }]
    return [...ofKey, ...problemsOfTexts(item, [...path, key])]
  })
}
