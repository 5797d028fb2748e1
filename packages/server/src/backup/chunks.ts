import { promisify } from 'node:util'
import { constants, crc32, zstdCompress, zstdDecompress } from 'node:zlib'
import { AppError } from '#core/errors.ts'
import type { Storage } from '#core/ports/storage.ts'

/** Chunks are at most this large before they are compressed. */
export const CHUNK_BYTES = 4 * 2 ** 20
/** A file from this size on begins a chunk, so that its chunks are those of the last backup while it has not changed. */
const LARGE_BYTES = 2 ** 20

export const chunkFolder = 'chunks'
export const keyOfChunk = (hash: string): string => `${chunkFolder}/${hash}.zst`
export const isChunk = (key: string): boolean => /^chunks\/[0-9a-f]{64}\.zst$/.test(key)

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** Of a key and a size. */
const MAX_LINE_LENGTH = 300

const quickly = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Off the main thread, as a chunk takes milliseconds. */
async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

/** One small file of this many begins a chunk. */
const GROUP_FILES = 16

/**
 * Whether a file begins a chunk, whatever its size. Its path decides, so that a small file that grows moves the bytes of its
 * neighbours only, and the other chunks are those of the last backup.
 */
const startsGroup = (path: string) => crc32(path) % GROUP_FILES === 0

interface Piece {
  bytes: Uint8Array
  /** Path of the file that begins here. */
  startOf?: string
}

/** Joins pieces of files to chunks. */
export async function* cutIntoChunks(pieces: AsyncIterable<Piece>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let room = new Uint8Array(CHUNK_BYTES)
  let length = 0
  for await (const { bytes, startOf } of pieces) {
    const startsChunk = startOf !== undefined && (bytes.length >= LARGE_BYTES || startsGroup(startOf))
    if (startsChunk && length > 0) {
      yield room.slice(0, length)
      length = 0
    }
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + CHUNK_BYTES - length)
      room.set(part, length)
      length += part.length
      from += part.length
      if (length < CHUNK_BYTES) continue
      yield room
      room = new Uint8Array(CHUNK_BYTES)
      length = 0
    }
  }
  if (length > 0) yield room.slice(0, length)
}

export interface StoredChunk {
  hash: string
  /** Bytes that the place had to take; 0 when it had the chunk. */
  addedBytes: number
}

/** Stores a chunk under the SHA-256 of its bytes, unless it is `known`. */
export async function storeChunk(
  place: Pick<Storage, 'put'>,
  bytes: Uint8Array<ArrayBuffer>,
  known: Pick<ReadonlySet<string>, 'has'>,
): Promise<StoredChunk> {
  const hash = await hashOf(bytes)
  const key = keyOfChunk(hash)
  if (known.has(key)) return { hash, addedBytes: 0 }
  const compressed = await compress(bytes, quickly)
  await place.put(key, compressed, 'application/zstd')
  return { hash, addedBytes: compressed.length }
}

function damaged(key: string, how: string): AppError {
  return new AppError(
    'file_damaged',
    `The backup is damaged: ${key} ${how}. Restore another backup. Delete this file, and the next backup writes it again.`,
  )
}

/** @throws AppError when the chunk is missing or damaged */
export async function readChunk(place: Pick<Storage, 'get'>, hash: string): Promise<Uint8Array> {
  const key = keyOfChunk(hash)
  const stored = await place.get(key)
  if (stored === null) throw damaged(key, 'is missing')
  const bytes = await decompress(stored, { maxOutputLength: CHUNK_BYTES }).catch(() => null)
  if (bytes === null || (await hashOf(new Uint8Array(bytes))) !== hash) throw damaged(key, 'does not match its SHA-256')
  return bytes
}

/** The bytes of all these chunks. @throws AppError */
export async function* readChunks(place: Pick<Storage, 'get'>, hashes: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const hash of hashes) yield await readChunk(place, hash)
}

/** The lines of text in these chunks. @throws AppError */
export async function* readLines(place: Pick<Storage, 'get'>, hashes: readonly string[]): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for (const hash of hashes) {
    const bytes = await readChunk(place, hash)
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE_LENGTH) throw damaged(keyOfChunk(hash), 'has no lines')
    yield* lines
  }
}
