import { AnswerTooLarge, MalformedMessage, maxAnswerBytes } from './fault.ts'

/** Only rows are longer. */
const messageBytes = 2 ** 20
/** What a row and a cell take beside their bytes. */
const rowBytes = 64
const cellBytes = 32
/** What a chunk takes at least until its message is whole. */
const chunkBytes = 256

const headerLength = 5

/** A message of the server, without its header. */
type Body = Buffer

const codeAt = (all: Buffer, start: number) => String.fromCharCode(all[start] ?? 0)
const count = (body: Body) => (body.length < 2 ? 0 : body.readInt16BE(0))

function isRow(body: Body): boolean {
  let end = 2
  if (count(body) < 0) return false
  for (let cells = count(body); cells > 0; cells--) {
    if (end + 4 > body.length) return false
    const length = body.readInt32BE(end)
    if (length < -1) return false
    end += 4 + Math.max(length, 0)
  }
  return end === body.length
}

function isRowDescription(body: Body): boolean {
  let end = 2
  if (count(body) < 0) return false
  for (let fields = count(body); fields > 0; fields--) {
    const nameEnd = body.indexOf(0, end)
    if (nameEnd === -1) return false
    end = nameEnd + 1 + 18
  }
  return end === body.length
}

/** Of errors and notices: each field is a letter and a text, and a NUL ends them. */
function isReport(body: Body): boolean {
  let end = 0
  while (end < body.length && body[end] !== 0) {
    const textEnd = body.indexOf(0, end + 1)
    if (textEnd === -1) return false
    end = textEnd + 1
  }
  return end === body.length - 1
}

const texts =
  (start: number, least: number) =>
  (body: Body): boolean => {
    let end = start
    for (let found = 0; found < least; found++) {
      end = body.indexOf(0, end) + 1
      if (end === 0) return false
    }
    return body.length >= end && body.at(-1) === 0
  }

const bytes = (length: number) => (body: Body) => body.length === length

/** The messages that may answer our statements, none of which copies, and how each of them looks. */
const forms: ReadonlyMap<string, (body: Body) => boolean> = new Map<string, (body: Body) => boolean>([
  ['R', (body) => body.length >= 4 && (body.readInt32BE(0) !== 10 || texts(4, 1)(body))],
  ['S', texts(0, 2)],
  ['K', bytes(8)],
  ['Z', bytes(1)],
  ['T', isRowDescription],
  ['t', (body) => body.length === 2 + 4 * count(body)],
  ['D', isRow],
  ['C', texts(0, 1)],
  ['E', isReport],
  ['N', isReport],
  ['A', texts(4, 2)],
  ...['1', '2', '3', 'n', 's', 'I'].map((code) => [code, bytes(0)] as const),
])

/**
 * Forwards what is whole and well formed: the driver's parser throws, or never ends, over what is not, and would collect
 * a message of any length. @throws MalformedMessage, AnswerTooLarge; nothing may be given to it afterwards
 */
export function createMessageCheck(forward: (messages: Buffer) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let received = 0
  let needed = headerLength
  let answer = 0

  function check(code: string, body: Body): void {
    if (forms.get(code)?.(body) !== true) throw new MalformedMessage('The message is malformed')
    if (code === 'Z') answer = 0
    else if (code === 'D') answer += body.length + rowBytes + cellBytes * count(body)
    if (answer > maxAnswerBytes) throw new AnswerTooLarge('The answer is too large')
  }

  /** @returns the length of the message that starts there; that of a header when it is not known yet */
  function lengthAt(all: Buffer, start: number): number {
    if (start + headerLength > all.length) return headerLength
    const code = codeAt(all, start)
    const length = all.readUInt32BE(start + 1) + 1
    const isPossible = forms.has(code) && length >= headerLength && (code === 'D' || length <= messageBytes)
    if (!isPossible) throw new MalformedMessage('The message is malformed')
    if (length > maxAnswerBytes) throw new AnswerTooLarge('The answer is too large')
    return length
  }

  return (chunk) => {
    chunks.push(chunk)
    received += chunk.length
    if (chunks.length * chunkBytes > maxAnswerBytes) throw new AnswerTooLarge('The answer is too large')
    if (received < needed) return
    const all = chunks.length === 1 ? chunk : Buffer.concat(chunks, received)
    let end = 0
    needed = lengthAt(all, end)
    while (end + needed <= all.length) {
      check(codeAt(all, end), all.subarray(end + headerLength, end + needed))
      end += needed
      needed = lengthAt(all, end)
    }
    chunks = end === all.length ? [] : [all.subarray(end)]
    received -= end
    if (end > 0) forward(all.subarray(0, end))
  }
}
