import { readFileSync } from 'node:fs'
import type { FileFace } from '#renderer/fonts/face.ts'
import type { FontBook } from '#renderer/fonts/font-book.ts'
import { identityOf } from '#renderer/fonts/open-face.ts'
import { layoutTables } from '#renderer/fonts/served-fonts.ts'
import type { ShapedCluster, ShapedFont } from '#renderer/fonts/shaper.ts'
import type { FontStyle } from '#renderer/text/types.ts'

/** A text that was drawn. */
export interface Written {
  readonly fonts: FontBook
  readonly style: FontStyle
  readonly text: string
}

/** Glyphs that are drawn together for some letters. */
export interface WrittenCluster {
  /** From left to right. */
  readonly glyphs: readonly number[]
  /** Those between the marks at both ends, which have no room of their own. */
  readonly body: { readonly start: number; readonly end: number }
  readonly text: string
}

/** What was drawn of a face. */
export interface WrittenFace {
  /** By which files know it. */
  readonly name: string
  readonly clusters: readonly WrittenCluster[]
}

type Shaper = typeof import('#renderer/fonts/shaper.ts')

/** WebAssembly gives memory back late: some megabytes each. */
const MAX_SHELVED = 50
const shelf = new Map<string, ShapedFont>()

/** Finds out by which glyphs texts are drawn. */
export async function shapeWritten(written: Iterable<Written>): Promise<WrittenFace[]> {
  // Most processes write no PDF.
  const shaper = await import('#renderer/fonts/shaper.ts')
  const faces = new Map<string, { name: string; clusters: Map<string, WrittenCluster> }>()
  for (const { fonts, style, text } of written) {
    const [files, axes] = [fonts.files(style), fonts.axes(style)]
    const shelved = files.map((file) => take(file, shaper))
    const { language, letterSpacing, features } = style
    const found = shaper.measureClusters(text, {
      fonts: shelved.map((each) => each.at(axes)),
      language,
      letterSpacingPx: letterSpacing,
      features,
    })
    for (const [index, { font, glyphs, start }] of found.entries()) {
      const [file, name] = [files[font], shelved[font]?.name ?? '']
      if (!file) continue
      const face = faces.get(identityOf(file)) ?? { name, clusters: new Map() }
      faces.set(identityOf(file), face)
      const ids = glyphs.map(({ id }) => id)
      const cluster = { glyphs: ids, body: bodyOf(glyphs), text: text.slice(start, found[index + 1]?.start) }
      if (!face.clusters.has(ids.join())) face.clusters.set(ids.join(), cluster)
    }
  }
  return [...faces.values()].map(({ name, clusters }) => ({ name, clusters: [...clusters.values()] }))
}

function bodyOf(glyphs: ShapedCluster['glyphs']): WrittenCluster['body'] {
  const start = glyphs.findIndex(({ isWide }) => isWide)
  if (start < 0) return { start: 0, end: glyphs.length }
  return { start, end: glyphs.findLastIndex(({ isWide }) => isWide) + 1 }
}

function take(face: FileFace, { shapedFont }: Shaper): ShapedFont {
  const identity = identityOf(face)
  const known = shelf.get(identity)
  if (known) return known
  if (shelf.size >= MAX_SHELVED) shelf.clear()
  const shaped = shapedFont(layoutTables('path' in face ? readFileSync(face.path) : face.bytes))
  shelf.set(identity, shaped)
  return shaped
}
