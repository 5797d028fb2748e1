import { FontError } from './font-error.ts'

/** Bytes at places: of a file only what is asked for is read. */
export interface ByteReader {
  readonly length: number
  /** Throws a FontError when the bytes end before. */
  read(offset: number, length: number): DataView
}

export function readerOfBytes(bytes: Uint8Array): ByteReader {
  return {
    length: bytes.length,
    read(offset, length) {
      if (offset + length > bytes.length) throw new FontError('is truncated')
      return viewOf(bytes.subarray(offset, offset + length))
    },
  }
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}
