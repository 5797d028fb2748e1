import './no-system-fonts.ts'

import { GlobalFonts } from '@napi-rs/canvas'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { FileFace } from './face.ts'
import type { FontFiles } from './font-book.ts'
import { identityOf, openFace } from './open-face.ts'

/** The canvas has one list of fonts per process. */
const registered = new Map<string, () => string>()

/** Font files as the canvas of Node takes them. */
export const canvasFonts: FontFiles = { open: openFace, register }

function register(face: FileFace): () => string {
  const identity = identityOf(face)
  const known = registered.get(identity)
  if (known !== undefined) return known
  if (!face.isBundled) openFace(face)
  const alias = `face-${registered.size}`
  const done =
    'path' in face
      ? GlobalFonts.registerFromPath(face.path, alias)
      : GlobalFonts.register(Buffer.from(face.bytes), alias)
  if (!done) {
    const where = 'path' in face ? ` (${face.path})` : ''
    throw new RenderError('font_invalid', `the file of the font "${face.family}"${where} is not a readable font`)
  }
  const nameOf = () => alias
  registered.set(identity, nameOf)
  return nameOf
}
