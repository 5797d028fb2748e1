import { readerOfBytes, viewOf } from '#renderer/font-files/byte-reader.ts'
import { FontError } from '#renderer/font-files/font-error.ts'
import { writeSfnt } from '#renderer/font-files/sfnt.ts'
import { readWoffPlaces } from '#renderer/font-files/woff.ts'

/** A WOFF file as an sfnt file. Throws a FontError when it lies. */
export async function unpackWoff(bytes: Uint8Array): Promise<Uint8Array> {
  const file = readerOfBytes(bytes)
  const tables = await Promise.all(
    readWoffPlaces(file).map(async ({ tag, offset, length, unpacked }) => {
      const packed = file.read(offset, length)
      return [tag, length === unpacked ? packed : viewOf(await inflate(packed, { tag, unpacked }))] as const
    }),
  )
  return writeSfnt(tables)
}

async function inflate(packed: DataView, { tag, unpacked }: { tag: string; unpacked: number }): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength).slice()]).stream()
  const bytes = new Uint8Array(unpacked)
  let length = 0
  // Ends with the first piece too much: a table cannot grow beyond what it says.
  for await (const piece of chunks(stream.pipeThrough(new DecompressionStream('deflate')))) {
    if (length + piece.length > unpacked)
      throw new FontError(`has a table "${tag}" whose size differs from its declaration`)
    bytes.set(piece, length)
    length += piece.length
  }
  if (length !== unpacked) throw new FontError(`has a table "${tag}" whose size differs from its declaration`)
  return bytes
}

async function* chunks(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}
