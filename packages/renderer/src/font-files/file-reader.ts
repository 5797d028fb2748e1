import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { type ByteReader, viewOf } from './byte-reader.ts'
import { FontError } from './font-error.ts'

/** Runs `use` on the file, which is closed afterwards. */
export function withFileReader<Result>(path: string, use: (reader: ByteReader) => Result): Result {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    return use({
      length: size,
      read(offset, length) {
        if (offset + length > size) throw new FontError('is truncated')
        const bytes = new Uint8Array(length)
        readSync(file, bytes, 0, length, offset)
        return viewOf(bytes)
      },
    })
  } finally {
    closeSync(file)
  }
}
