import { deflateSync } from 'node:zlib'
import { bytesOfText, type OpenPdf } from './open-pdf.ts'

export const PDF_HEADER = bytesOfText('%PDF-1.4\n%\xd3\xeb\xe9\xe1\n')

interface End {
  /** Where each object is, by its number; all numbers from 1 are there. */
  readonly offsets: ReadonlyMap<number, number>
  readonly trailer: string
  /** Bytes before. */
  readonly at: number
}

/** What follows the last object: the table of places and the trailer. */
export function endOfPdf({ offsets, trailer, at }: End): Uint8Array {
  const places = Array.from({ length: offsets.size }, (_, index) => {
    return `${String(offsets.get(index + 1)).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${offsets.size + 1}\n0000000000 65535 f \n${places.join('')}`
  return bytesOfText(`${table}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`)
}

/** The file with other text in the streams of some of its objects, packed where it was: Skia packs no short streams. */
export function withStreams(pdf: OpenPdf, streams: ReadonlyMap<number, string>): Uint8Array {
  const pieces = [PDF_HEADER]
  let at = PDF_HEADER.length
  const put = (...parts: readonly Uint8Array[]) => {
    pieces.push(...parts)
    for (const part of parts) at += part.length
  }
  const offsets = new Map<number, number>()
  for (let id = 1; id < pdf.size; id++) {
    const { head, rest } = pdf.object(id)
    const text = streams.get(id)
    offsets.set(id, at)
    put(bytesOfText(`${id} 0 obj\n`))
    if (text === undefined) put(bytesOfText(head), rest)
    else {
      const plain = bytesOfText(text)
      const stream = head.includes('/FlateDecode') ? deflateSync(plain) : plain
      put(bytesOfText(`${head.replace(/\/Length \d+/, `/Length ${stream.length}`)} stream\n`), stream)
      put(bytesOfText('\nendstream\nendobj\n'))
    }
  }
  put(endOfPdf({ offsets, trailer: pdf.trailer, at }))
  return joined(pieces, at)
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
