import { t } from '#dashboard/strings/source.ts'

/** Why a source is no JSON, and where. */
export interface JsonMistake {
  at: number
  /** From 1. */
  line: number
  message: string
}

const blank = /\s*/y
const text = String.raw`"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])`
const token = new RegExp(
  String.raw`(?<mark>[{}[\],:])|(?<text>${text})|(?<other>${number}|(?:true|false|null)(?!\w))`,
  'y',
)
const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** What may come next: `first` is that of a list or object in which there is nothing yet. */
type Wanted = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'more' | 'end'

interface Token {
  at: number
  /** A single character where nothing fits; empty at the end. */
  found: string
  /** A mark is its own kind. */
  kind: string
}

function tokenBehind(source: string, from: number): Token {
  blank.lastIndex = from
  const at = from + (blank.exec(source)?.[0].length ?? 0)
  token.lastIndex = at
  const match = token.exec(source)
  if (match === null) return { at, found: source.charAt(at), kind: 'none' }
  const [found] = match
  const kind = match.groups?.mark ?? (match.groups?.text === undefined ? 'other' : 'text')
  return { at, found, kind }
}

/** Where each kind leads that may come; `more` behind the last value of all is the end. */
const ways: Readonly<Record<Wanted, Readonly<Partial<Record<string, Wanted | 'close'>>>>> = {
  value: { text: 'more', other: 'more', '{': 'first name', '[': 'first value' },
  'first value': { text: 'more', other: 'more', '{': 'first name', '[': 'first value', ']': 'close' },
  name: { text: 'colon' },
  'first name': { text: 'colon', '}': 'close' },
  colon: { ':': 'value' },
  more: { ',': 'value', '}': 'close', ']': 'close' },
  end: {},
}

/** What may follow a token; null where the token may not be. `open` holds what is not closed yet. */
function following(wanted: Wanted, { kind }: Token, open: string[]): Wanted | null {
  const inside = open.at(-1) ?? ''
  const way = ways[wanted][kind]
  if (way === undefined || (way === 'close' && closers[inside] !== kind)) return null
  if (kind === ',') return inside === '{' ? 'name' : 'value'
  if (way === 'close') open.pop()
  else if (kind in closers) open.push(kind)
  if (open.length === 0) return 'end'
  return way === 'close' ? 'more' : way
}

function messageFor(wanted: Wanted, { found }: Token, closer: string): string {
  const isCloser = found === '}' || found === ']'
  if (found === '') return closer === '' ? t('source.json_empty') : t('source.json_ends', { closer })
  if (wanted === 'end') return t('source.json_more')
  if (wanted === 'colon') return t('source.json_colon')
  if (isCloser && wanted !== 'value' && wanted !== 'name') return t('source.json_closer', { found, closer })
  if (wanted === 'more') return t('source.json_comma')
  if (isCloser || found === ',') return t('source.json_comma_too_much')
  return wanted === 'name' || wanted === 'first name' ? t('source.json_name') : t('source.json_value')
}

/** What keeps a source from being JSON, in words; null when nothing does. */
export function jsonMistake(source: string): JsonMistake | null {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let behind = 0
  for (;;) {
    const next = tokenBehind(source, behind)
    if (next.found === '' && wanted === 'end') return null
    const then = following(wanted, next, open)
    if (then === null) {
      const isMissing = wanted === 'more' || wanted === 'colon' || next.found === ''
      const at = isMissing ? Math.max(0, behind - 1) : next.at
      const message = messageFor(wanted, next, closers[open.at(-1) ?? ''] ?? '')
      return { at, line: source.slice(0, at).split('\n').length, message }
    }
    wanted = then
    behind = next.at + next.found.length
  }
}
