import { AppError } from '#core/errors.ts'
import { invalid } from '#sources/table-file/grid.ts'

/** One record is parsed at one go. */
const longestItem = 10_000_000
/** Between the records: names and single values. */
const longestToken = 1_000_000

/** A text, the sign of a container, or a number or word; spaces before it. */
const token = /\s*(?:"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+)/sy
const ofItem = /["{}[\],]/g
const ofText = /["\\]/g

interface Container {
  isList: boolean
  /** The name whose value comes next, in an object. */
  key: string | null
}

export interface JsonListOptions {
  /** With dots between names, '' for the whole; by default, the first list of objects. */
  path: string | undefined
  /** Paths of single values beside the list. */
  wanted: ReadonlySet<string>
}

/** A JSON text read piece by piece: the items of one list in it, and single values beside it. */
export interface JsonList {
  /** The texts of the items that this piece completes. @throws AppError `invalid_request` */
  read(piece: string): Iterable<string>
  /** @throws AppError `invalid_request` when the text is cut off, or has no such list */
  end(): void
  /** By path, as far as the text was read. */
  values: ReadonlyMap<string, unknown>
}

const broken = (count: number) =>
  invalid(
    `The JSON is damaged ${count === 0 ? 'before the first record' : `after record ${count}`}. Correct it at the server.`,
  )

const cutOff = (count: number) =>
  new AppError(
    'source_unavailable',
    `The JSON ends too early, after ${count === 1 ? '1 record' : `${count} records`}. Retry later; if the error remains, correct the feed at its server.`,
  )

const tooLong = (what: string) => invalid(`${what} is longer than ${longestItem / 1_000_000} MB. Shorten it.`)

/** What a sign outside of texts does to the depth. */
const steps: Readonly<Record<string, number>> = { '{': 1, '[': 1, ',': 0, '}': -1, ']': -1 }

/** Where items begin, their texts, and where the list ends. */
function createItemReader() {
  let parts: string[] = []
  let length = 0
  let depth = 0
  let isText = false
  /** A backslash ended the last piece: what it escapes is passed over. */
  let skipped = 0

  /** @returns whether the sign ends the item */
  function take(sign: string): boolean {
    if (sign === '"') isText = !isText
    const step = steps[sign]
    if (step === undefined) return false
    if (depth === 0 && step <= 0) return true
    depth += step
    return false
  }

  return {
    /** Reads on in a list. @returns where the item ends and by which sign; null when the piece ends before */
    read(text: string, from: number): { end: number; sign: string } | null {
      for (let at = from + skipped; ; ) {
        skipped = Math.max(0, at - text.length)
        if (skipped > 0) return null
        const pattern = isText ? ofText : ofItem
        pattern.lastIndex = at
        const found = pattern.exec(text)
        if (found === null) return null
        const [sign] = found
        at = found.index + (sign === '\\' ? 2 : 1)
        if (take(sign)) return { end: found.index, sign }
      }
    },
    add(part: string, count: number): void {
      parts.push(part)
      length += part.length
      if (length > longestItem) throw tooLong(`Record ${count + 1}`)
    },
    take(): string {
      const text = parts.join('').trim()
      parts = []
      length = 0
      return text
    },
  }
}

const scalarOf = (text: string): unknown => JSON.parse(text)

/** `createJsonList()` reads one list out of a JSON text of any length. */
export function createJsonList({ path: listPath, wanted }: JsonListOptions): JsonList {
  const stack: Container[] = []
  const values = new Map<string, unknown>()
  const item = createItemReader()
  let rest = ''
  let count = 0
  let state: 'before' | 'list' | 'after' = 'before'
  let sawEmptyList = false
  let hasRoot = false
  /** A list that may be the one: its first item decides. */
  let isCandidate = false

  const path = () => stack.map(({ key, isList }) => (isList ? '*' : (key ?? ''))).join('.')
  const isList = () => (listPath === undefined ? !stack.some((each) => each.isList) : path() === listPath)

  function open(sign: string): void {
    const mayBeList = state === 'before' && sign === '[' && isList()
    hasRoot = true
    stack.push({ isList: sign === '[', key: null })
    isCandidate = mayBeList
    if (mayBeList && listPath !== undefined) state = 'list'
  }

  function close(sign: string): void {
    const top = stack.pop()
    if (top?.isList !== (sign === ']')) throw broken(count)
    if (isCandidate && sign === ']') sawEmptyList = true
    isCandidate = false
  }

  function readValue(text: string, isName: boolean): void {
    const top = stack.at(-1)
    if (isName && top !== undefined) top.key = text.startsWith('"') ? String(scalarOf(text)) : ''
    else if (wanted.has(path())) values.set(path(), scalarOf(text))
    hasRoot = true
    isCandidate = false
  }

  /** Reads names and values outside of the list. @returns where the list begins, or the rest that is not complete */
  function readTokens(text: string, from: number, isLast: boolean): number {
    let at = from
    while (state !== 'list') {
      token.lastIndex = at
      const [found] = token.exec(text) ?? []
      // A number or a name may go on in the next piece.
      if (found === undefined || (at + found.length === text.length && !isLast)) return at
      const sign = found.trim()
      if (sign === '{' && isCandidate) state = 'list'
      else {
        readToken(sign)
        at += found.length
      }
    }
    return at
  }

  function readToken(sign: string): void {
    const top = stack.at(-1)
    if (sign === '{' || sign === '[') open(sign)
    else if (sign === '}' || sign === ']') close(sign)
    else if (sign === ',' && top !== undefined) top.key = null
    else if (sign !== ':' && sign !== ',') readText(sign, top?.isList === false && top.key === null)
  }

  function readText(text: string, isName: boolean): void {
    try {
      readValue(text, isName)
    } catch {
      throw broken(count)
    }
  }

  function* readItems(text: string, from: number): Generator<string, number> {
    for (let at = from; ; ) {
      const ended = item.read(text, at)
      item.add(text.slice(at, ended?.end ?? text.length), count)
      if (ended === null) return text.length
      const value = item.take()
      if (ended.sign === '}' || (value === '' && (ended.sign === ',' || count > 0))) throw broken(count)
      if (value !== '') {
        count++
        yield value
      }
      at = ended.end + 1
      if (ended.sign === ',') continue
      stack.pop()
      state = 'after'
      isCandidate = false
      return at
    }
  }

  function* readAll(piece: string, isLast: boolean): Generator<string> {
    const text = rest + piece
    rest = ''
    let at = 0
    if (state !== 'list') at = readTokens(text, at, isLast)
    if (state === 'list') at = yield* readItems(text, at)
    if (state === 'after') at = readTokens(text, at, isLast)
    rest = text.slice(at)
    if (rest.length > longestToken) throw state === 'list' ? tooLong(`Record ${count + 1}`) : broken(count)
  }

  return {
    read: (piece) => readAll(piece, false),
    end() {
      // The last piece has no item that was not read.
      Array.from(readAll('', true))
      if (rest.trim() !== '') throw broken(count)
      if (stack.length > 0) throw cutOff(count)
      if (!hasRoot) throw invalid('The feed is empty. Check its URL in the connection.')
      if (state === 'before' && !(listPath === undefined && sawEmptyList)) throw noList(listPath)
    },
    values,
  }
}

function noList(path: string | undefined): AppError {
  if (path === undefined)
    return invalid(
      'The JSON contains no list of objects. Check the URL in the connection; a list is written [ { "field": value, … }, … ].',
    )
  return invalid(`The JSON has no list at "${path}". Change the path of the records in the connection.`)
}
