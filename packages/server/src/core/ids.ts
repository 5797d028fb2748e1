import type { Clock } from '#core/ports/clock.ts'
import type { Random } from '#core/ports/random.ts'

/** The prefix of an id names its kind. */
export const idPrefixes = {
  action: 'act',
  asset: 'ast',
  audit: 'aud',
  backup: 'bak',
  batch: 'bat',
  claim: 'clm',
  connection: 'con',
  delivery: 'dlv',
  event: 'evt',
  field: 'fld',
  font: 'fnt',
  form: 'frm',
  image: 'img',
  import: 'imp',
  key: 'key',
  outputKey: 'out',
  request: 'req',
  row: 'row',
  run: 'run',
  session: 'ses',
  submission: 'sub',
  table: 'tbl',
  template: 'tpl',
  trigger: 'trg',
  upload: 'upl',
  urlKey: 'uk',
  user: 'usr',
  view: 'viw',
  webhook: 'wh',
} as const

export type IdKind = keyof typeof idPrefixes

/** Makes ids such as `run_01jd3v…`: sorted by time to the millisecond, with 80 random bits behind. */
export type NewId = (kind: IdKind) => string

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** One letter or digit for each byte, of which five bits count. */
export function lettersOf(bytes: Iterable<number>): string {
  let text = ''
  for (const byte of bytes) text += alphabet.charAt(byte & 31)
  return text
}

/** 160 random bits: whoever knows a URL with it needs no other key. */
export function newToken({ random }: { random: { bytes(count: number): Iterable<number> } }): string {
  return lettersOf(random.bytes(32))
}

/** Crockford base 32 of the `count` lowest 5-bit groups, most significant first: sorts as the numbers do. */
export function sortedLettersOf(whole: number, count: number): string {
  let rest = whole
  let text = ''
  for (let index = 0; index < count; index++) {
    text = alphabet.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}

const encodeTime = (timeMs: number) => sortedLettersOf(timeMs, 10)

/** An id of its time part and its tail, of which five bits of each byte count. */
export function idOf(kind: IdKind, timePart: string, tail: Iterable<number>): string {
  return `${idPrefixes[kind]}_${timePart}${lettersOf(tail)}`
}

/** Smaller than every id made from then on, and larger than every one before. */
export function firstIdAt(kind: IdKind, time: Date): string {
  return idOf(kind, encodeTime(time.getTime()), [])
}

/** The part of an id by which it sorts. */
export function timePartOf(id: string): string {
  return id.slice(id.indexOf('_') + 1).slice(0, 10)
}

/** `createNewId()` gives the maker of ids, from a clock and a source of random bytes. */
export function createNewId(clock: Clock, random: Random): NewId {
  return (kind) => idOf(kind, encodeTime(clock.now().getTime()), random.bytes(16))
}
