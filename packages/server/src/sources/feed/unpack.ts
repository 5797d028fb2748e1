import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { AppError } from '#core/errors.ts'
import { invalid } from '#sources/table-file/grid.ts'
import { inWords, mostDownloadBytes } from './download.ts'

const gzip = Buffer.from([0x1f, 0x8b])

async function isCompressed(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(gzip.length), 0, gzip.length, 0)
    return bytesRead === gzip.length && buffer.equals(gzip)
  } finally {
    await file.close()
  }
}

/** A few kilobytes may unpack to gigabytes. */
function atMost(mostBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      const limit = `${mostBytes / 1e6} MB`
      done(
        bytes > mostBytes ? invalid(`The feed has more than ${limit} when unpacked. Divide it into pages.`) : null,
        chunk,
      )
    },
  })
}

const isOfZlib = (error: unknown) => error instanceof Error && 'code' in error && /^Z_/.test(String(error.code))

function failure(error: unknown): unknown {
  if (!isOfZlib(error)) return inWords(error)
  const message = 'The feed is compressed (gzip) and damaged: it cannot be unpacked. Check the file at the URL.'
  return new AppError('source_server', message, { cause: error })
}

/**
 * Unpacks a downloaded page in its place, if it is compressed: a file such as `feed.xml.gz`, or an answer that the server
 * compresses without being asked. @throws AppError when it is damaged, or too large
 */
export async function unpack(
  path: string,
  { signal, mostBytes = mostDownloadBytes }: { signal?: AbortSignal | undefined; mostBytes?: number },
): Promise<void> {
  if (!(await isCompressed(path))) return
  const unpacked = `${path}.unpacked`
  try {
    const parts = [createReadStream(path), createGunzip(), atMost(mostBytes), createWriteStream(unpacked)] as const
    await pipeline(...parts, signal === undefined ? {} : { signal })
    await rename(unpacked, path)
  } catch (error) {
    await rm(unpacked, { force: true })
    throw failure(error)
  }
}
