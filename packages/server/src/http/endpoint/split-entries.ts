/** Bytes that are read before all others have their turn. */
const STEP_BYTES = 64 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const BRACKET = 0x5b

export interface SplitBody {
  /** The body with a `0` in place of each entry. */
  envelope: Uint8Array
  /** Copied unparsed: they may not be JSON. */
  entries: readonly Uint8Array[]
}

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
const isOpening = (byte: number) => byte === 0x7b || byte === BRACKET
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d

interface List {
  /** Behind its opening bracket. */
  from: number
  /** Of its closing bracket; the end of the body when there is none. */
  to: number
  /** Where each entry ends: at a comma or at the closing bracket. */
  ends: number[]
}

interface Reading {
  bytes: Buffer
  /** The key of the list, in JSON. */
  name: Buffer
  /** Entries that are read of it. */
  max: number
  depth: number
  /** Where the string that is being read began. */
  quotedFrom: number | null
  /** The last string of the object was the name. */
  isNamed: boolean
  list: List | null
}

/** @returns the index behind what was read */
function readQuoted(reading: Reading, at: number, from: number): number {
  const { bytes, name, depth } = reading
  if (bytes[at] === BACKSLASH) return at + 2
  if (bytes[at] !== QUOTE) return at + 1
  if (depth === 1) reading.isNamed = bytes.subarray(from, at + 1).equals(name)
  reading.quotedFrom = null
  return at + 1
}

function readComma(reading: Reading, at: number): void {
  if (reading.depth === 2) reading.list?.ends.push(at)
  else if (reading.depth === 1) reading.isNamed = false
}

function readPlain(reading: Reading, at: number): void {
  const byte = reading.bytes[at] ?? 0
  if (byte === QUOTE) reading.quotedFrom = at
  else if (byte === COMMA) readComma(reading, at)
  else if (isOpening(byte)) {
    const isList = reading.depth === 1 && reading.isNamed && byte === BRACKET
    if (isList) reading.list = { from: at + 1, to: reading.bytes.length, ends: [] }
    reading.depth++
  } else if (isClosing(byte)) {
    reading.depth--
    if (reading.depth === 1 && reading.list !== null) reading.list.to = at
  }
}

interface Wanted {
  key: string
  /** Entries of the list. */
  max: number
}

const hasTooMany = ({ ends }: List, max: number) => ends.length >= max
const isRead = ({ list, depth, max }: Reading) => list !== null && (depth === 1 || hasTooMany(list, max))

/** Finds the list under a key of the object that the body is, and reads until it ends or has too many entries. */
function* findList(bytes: Buffer, { key, max }: Wanted): Generator<void, List | null> {
  const name = Buffer.from(JSON.stringify(key))
  const reading: Reading = { bytes, name, max, depth: 0, quotedFrom: null, isNamed: false, list: null }
  for (let at = 0, restAt = STEP_BYTES; at < bytes.length && !isRead(reading); ) {
    if (at >= restAt) {
      restAt += STEP_BYTES
      yield
    }
    if (reading.quotedFrom !== null) at = readQuoted(reading, at, reading.quotedFrom)
    else readPlain(reading, at++)
  }
  return reading.list
}

/**
 * `splitEntries()` takes the list under `key` out of a JSON object, so that each of its entries can be parsed by itself. It
 * looks at brackets and strings only, in short steps, and stops as soon as there are more than `max`.
 * @returns null when the body is no object with such a list
 */
export function* splitEntries(body: Uint8Array, wanted: Wanted): Generator<void, SplitBody | 'too many' | null> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const list = yield* findList(bytes, wanted)
  if (list === null) return null
  if (hasTooMany(list, wanted.max)) return 'too many'
  const { from, to, ends } = list
  const isEmpty = ends.length === 0 && bytes.subarray(from, to).every(isSpace)
  const bounds = isEmpty ? [] : [...ends, to]
  const entries = bounds.map((end, index) => bytes.subarray(index === 0 ? from : (bounds[index - 1] ?? 0) + 1, end))
  const zeros = Buffer.from(entries.map(() => '0').join())
  return { envelope: Buffer.concat([bytes.subarray(0, from), zeros, bytes.subarray(to)]), entries }
}
