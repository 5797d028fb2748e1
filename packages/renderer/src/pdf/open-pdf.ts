/** An object of a PDF, in two parts. */
export interface PdfObject {
  /** What may refer to other objects: `<</Contents 7 0 R>>`. */
  readonly head: string
  /** All that follows: the bytes of a stream, and `endobj`. */
  readonly rest: Uint8Array
}

export interface OpenPdf {
  /** The number of the object that everything hangs on. */
  readonly root: number
  /** One more than the highest number of an object. */
  readonly size: number
  /** What its trailer says. */
  readonly trailer: string
  /** Throws for a number that the file does not have. */
  object(id: number): PdfObject
}

/** A file that the renderer has not written. */
export class PdfError extends Error {
  constructor() {
    super('is not a PDF that this renderer has written')
    this.name = 'PdfError'
  }
}

/** Bytes of an entry in the table of places. */
const ENTRY_BYTES = 20
const END_BYTES = 1024

/** Reads as much of a PDF as the renderer's own writer uses: a table of places, and numbered objects. Throws a PdfError. */
export function openPdf(bytes: Uint8Array): OpenPdf {
  const end = textOf(bytes.subarray(-END_BYTES))
  const [, start] = /startxref\n(\d+)\n%%EOF/.exec(end) ?? []
  const trailer = trailerIn(end)
  const [, root] = /\/Root (\d+) 0 R/.exec(trailer) ?? []
  const table = Number(start)
  const [head, count] = /^xref\n0 (\d+)\n/.exec(textOf(bytes.subarray(table, table + 32))) ?? []
  if (root === undefined || head === undefined) throw new PdfError()
  if (table + head.length + Number(count) * ENTRY_BYTES > bytes.length) throw new PdfError()
  const offsets = Array.from({ length: Number(count) }, (_, id) => {
    const entry = table + head.length + id * ENTRY_BYTES
    return Number(textOf(bytes.subarray(entry, entry + 10)))
  })
  const ends = nextOf([...offsets, table])
  return {
    root: Number(root),
    size: Number(count),
    trailer,
    object(id) {
      const offset = offsets[id] ?? 0
      return readObject(bytes.subarray(offset, ends.get(offset) ?? 0), `${id} 0 obj\n`)
    },
  }
}

function trailerIn(end: string): string {
  const opening = 'trailer\n'
  const start = end.lastIndexOf(`${opening}<<`)
  const close = end.indexOf('>>\n', start)
  return start < 0 || close < 0 ? '' : end.slice(start + opening.length, close + '>>'.length)
}

/** Where what begins at an offset ends at the latest. */
function nextOf(offsets: readonly number[]): Map<number, number> {
  const sorted = offsets.toSorted((one, other) => one - other)
  return new Map(sorted.slice(1).map((next, at) => [sorted[at] ?? 0, next]))
}

const streamMark = bytesOfText('>> stream\n')
const endMark = bytesOfText('\nendobj\n')

function readObject(bytes: Uint8Array, opening: string): PdfObject {
  if (textOf(bytes.subarray(0, opening.length)) !== opening) throw new PdfError()
  const stream = placeOf(streamMark, bytes)
  const headEnd = stream < 0 ? placeOf(endMark, bytes) : stream + 2
  if (headEnd < 0) throw new PdfError()
  return { head: textOf(bytes.subarray(opening.length, headEnd)), rest: bytes.subarray(headEnd) }
}

function placeOf(wanted: Uint8Array, bytes: Uint8Array): number {
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at
  }
  return -1
}

/** One letter per byte. */
function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

export function bytesOfText(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
