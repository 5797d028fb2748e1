import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { StartError } from '#core/start-error.ts'
import type { OnProgress } from './archive.ts'

/** A block of its own behind the end of the tar, where programs for tar stop to read. */
const SEAL_BYTES = 512
const MARK = 'pictable archive sha256 '

function sealOf(digest: string): Buffer {
  return Buffer.from(`${MARK}${digest}\n`.padEnd(SEAL_BYTES, '\0'), 'latin1')
}

/** Ends a tar with the digest of all its bytes: headers, rows, files and what fills the blocks. */
export function sealing(): Transform {
  const digest = createHash('sha256')
  return new Transform({
    transform(chunk, _encoding, done) {
      digest.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, sealOf(digest.digest('hex')))
    },
  })
}

async function readEnd(path: string, fromByte: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, Math.max(0, fromByte))
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

export interface Sealed {
  /** Of the tar, without the seal. */
  sizeBytes: number
  /** False for an archive of an earlier release. */
  hasSeal: boolean
}

/** Reads the whole archive before anything is made of it. @throws StartError when a byte of it has changed */
export async function checkSeal(path: string, onProgress: OnProgress): Promise<Sealed> {
  const { size } = await stat(path)
  const sizeBytes = size - SEAL_BYTES
  const seal = await readEnd(path, sizeBytes)
  if (!seal.toString('latin1').startsWith(MARK)) return { sizeBytes: size, hasSeal: false }
  const digest = createHash('sha256')
  let done = 0
  for await (const chunk of createReadStream(path, { end: sizeBytes - 1, highWaterMark: 2 ** 20 })) {
    if (!(chunk instanceof Uint8Array)) continue
    digest.update(chunk)
    done += chunk.length
    onProgress(Math.round(done / 1e6), Math.round(sizeBytes / 1e6))
  }
  if (!seal.equals(sealOf(digest.digest('hex'))))
    throw new StartError(
      'The archive is damaged: its bytes do not match its SHA-256. Copy it again from its origin, or export again.',
    )
  return { sizeBytes, hasSeal: true }
}
