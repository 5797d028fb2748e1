import { createHash } from 'node:crypto'
import { RenderError } from '#renderer/render-error.ts'
import type { LineFacts } from '#renderer/text/types.ts'
import { type ByteReader, readerOfBytes, withFileReader } from './byte-reader.ts'
import { type Coverage, coverageOf } from './coverage.ts'
import type { FileFace } from './face.ts'
import { FontError } from './font-error.ts'
import { axesOf, type FontAxis, lineFactsOf } from './font-facts.ts'
import { openFont } from './open-font.ts'
import { vetFont } from './vet-font.ts'

/** What is known of a face from its file. */
export interface OpenFace {
  readonly coverage: Coverage
  readonly axes: readonly FontAxis[]
  readonly lines: LineFacts
}

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
    return { coverage: coverageOf(tables), axes: axesOf(tables), lines: lineFactsOf(tables) }
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
