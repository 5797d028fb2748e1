import type { FontCatalog } from '@pictable/model/font'
import { AppError } from '#core/errors.ts'
import type { CatalogFace } from '#core/ports/font-catalogs.ts'
import type { World } from '#core/ports/world.ts'
import { addFont, type FontWorld } from './add-font.ts'
import type { Font } from './font.ts'
import { findPopular, notInPack } from './popular-fonts.ts'

/** The files of a family, and the family as its catalogue writes it. */
async function download({ fontCatalogs }: Pick<World, 'fontCatalogs'>, asked: string, from: FontCatalog) {
  if (from === 'google') return fontCatalogs.google(asked)
  const font = findPopular(asked)
  if (font !== undefined) return { family: font.family, faces: await fontCatalogs.popular(font) }
  throw new AppError('not_found', `${notInPack(asked)} Google Fonts may have it.`)
}

/**
 * Downloads a family and adds each of its files. Files that are there are kept, also other ones of the same weight and
 * style, so an install that was interrupted continues, and two at a time do no harm.
 */
export async function installFamily(
  world: FontWorld & Pick<World, 'fontCatalogs'>,
  asked: string,
  from: FontCatalog,
): Promise<{ family: string; fonts: Font[]; added: number }> {
  const { family, faces } = await download(world, asked, from)
  const there = (await world.data.fonts.all()).filter((font) => font.family === family)
  const add = async (face: CatalogFace) => {
    const hash = world.digest.sha256(face.bytes)
    const same = there.find((font) => font.hash === hash)
    return same === undefined ? addFont(world, { ...face, family, ifTaken: 'keep' }) : { font: same, isNew: false }
  }
  const results: { font: Font; isNew: boolean }[] = []
  for (const face of faces) results.push(await add(face))
  return {
    family,
    fonts: results.map(({ font }) => font),
    added: results.filter(({ isNew }) => isNew).length,
  }
}
