import './no-system-fonts.ts'

import { readFileSync } from 'node:fs'
import { type FontKey, GlobalFonts } from '@napi-rs/canvas'
import { RenderError } from '#renderer/errors/render-error.ts'
import { withFeatures } from '#renderer/font-files/with-features.ts'
import type { FileFace } from './face.ts'
import type { FaceLook, FontFiles } from './font-book.ts'
import { identityOf, openFace } from './open-face.ts'

/** The canvas has one list of fonts per process. */
const registered = new Map<string, () => string>()
let aliasCount = 0

/** Font files as the canvas of Node takes them. */
export const canvasFonts: FontFiles = { open: openFace, register }

function register(face: FileFace, { features }: FaceLook): () => string {
  const identity = identityOf(face)
  if (Object.keys(features).length > 0) {
    const key = `${JSON.stringify(features)} ${identity}`
    return () => nameOfChanged(key, face, features)
  }
  const known = registered.get(identity)
  if (known !== undefined) return known
  if (!face.isBundled) openFace(face)
  const { alias } = add(face, 'path' in face ? undefined : face.bytes)
  const nameOf = () => alias
  registered.set(identity, nameOf)
  return nameOf
}

interface ChangedFont {
  readonly alias: string
  readonly key: FontKey
  readonly bytes: number
}

/** Of fonts with features: values can ask for any of them, so those not used for longest are removed. */
const MAX_CHANGED = 100
const MAX_CHANGED_BYTES = 64 * 2 ** 20
/** The least recently used first. */
const changed = new Map<string, ChangedFont>()

/** The canvas takes no list of features: it gets a font that has no others. */
function nameOfChanged(name: string, face: FileFace, features: FaceLook['features']): string {
  const known = changed.get(name)
  const bytes = () => ('path' in face ? readFileSync(face.path) : face.bytes)
  const font = known ?? add(face, withFeatures(bytes(), features))
  changed.delete(name)
  changed.set(name, font)
  if (known === undefined) removeOldest()
  return font.alias
}

/** The newest one stays, however large it is. */
function removeOldest(): void {
  let held = changed.values().reduce((sum, { bytes }) => sum + bytes, 0)
  for (const [name, { key, bytes }] of changed) {
    if (changed.size === 1 || (changed.size <= MAX_CHANGED && held <= MAX_CHANGED_BYTES)) return
    changed.delete(name)
    GlobalFonts.remove(key)
    held -= bytes
  }
}

/** Each under a name that no other one had. */
function add(face: FileFace, bytes: Uint8Array | undefined): ChangedFont {
  const alias = `face-${aliasCount++}`
  const path = 'path' in face ? face.path : undefined
  const key = bytes
    ? GlobalFonts.register(Buffer.from(bytes), alias)
    : path === undefined
      ? null
      : GlobalFonts.registerFromPath(path, alias)
  if (key) return { alias, key, bytes: bytes?.byteLength ?? 0 }
  const where = path === undefined ? '' : ` (${path})`
  throw new RenderError('font_invalid', `the file of the font "${face.family}"${where} is not a readable font`)
}
