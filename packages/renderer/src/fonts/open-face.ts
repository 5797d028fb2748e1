import { createHash } from 'node:crypto'
import { RenderError } from '#renderer/errors/render-error.ts'
import { type ByteReader, readerOfBytes } from '#renderer/font-files/byte-reader.ts'
import { withFileReader } from '#renderer/font-files/file-reader.ts'
import { FontError } from '#renderer/font-files/font-error.ts'
import { openFont } from '#renderer/font-files/open-font.ts'
import { vetFont } from '#renderer/font-files/vet-font.ts'
import type { FileFace } from './face.ts'
import { factsOf, type OpenFace } from './face-facts.ts'

/** By the identity of the file: the facts of a font are the same in every renderer. */
const opened = new Map<string, OpenFace>()
const MOST_OPENED = 2_000

/** Names the file of a face in a way that differs for other content. */
export function identityOf(face: FileFace): string {
  if ('path' in face) return face.path
  const known = hashes.get(face.bytes)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(face.bytes).digest('hex')
  hashes.set(face.bytes, hash)
  return hash
}

const hashes = new WeakMap<Uint8Array, string>()

/** Reads the facts; fonts that do not come with the renderer are vetted. Throws a RenderError that names the family. */
export function openFace(face: FileFace): OpenFace {
  const identity = identityOf(face)
  const known = opened.get(identity)
  if (known) return known
  const read = (file: ByteReader): OpenFace => {
    const tables = openFont(file)
    if (!face.isBundled) vetFont(tables)
    return factsOf(tables)
  }
  const facts = namingFont(face, () =>
    'path' in face ? withFileReader(face.path, read) : read(readerOfBytes(face.bytes)),
  )
  if (opened.size >= MOST_OPENED) opened.clear()
  opened.set(identity, facts)
  return facts
}

/** Says which font it was that something is wrong with. */
function namingFont<Result>(face: FileFace, run: () => Result): Result {
  try {
    return run()
  } catch (error) {
    const where = 'path' in face ? ` (${face.path})` : ''
    const reason = error instanceof FontError ? error.message : 'cannot be read'
    throw new RenderError('font_invalid', `the file of the font "${face.family}"${where} ${reason}`, { cause: error })
  }
}
