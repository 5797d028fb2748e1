import type { FontCatalog } from '@pictable/model/font'
import { AppError } from '#core/errors.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { type AddedFont, type FontWorld, keepFont, retryIfTaken, saveFont } from './add-font.ts'
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
 * Downloads a family and adds all of its files together, so that a retry finds none of them or all. Files that are there are
 * kept, also other ones of the same weight and style, so two installs at a time do no harm.
 */
export async function installFamily(
  world: FontWorld & Pick<World, 'fontCatalogs'>,
  asked: string,
  from: FontCatalog,
): Promise<{ family: string; fonts: Font[]; added: number }> {
  const { family, faces } = await download(world, asked, from)
  const there = (await world.data.fonts.all()).filter((font) => font.family === family)
  // What takes long comes before the first transaction.
  const prepared: Font[] = []
  for (const face of faces) {
    const hash = world.digest.sha256(face.bytes)
    prepared.push(there.find((font) => font.hash === hash) ?? (await keepFont(world, { ...face, family })))
  }
  const save = async (inside: Data) => {
    const saved: AddedFont[] = []
    for (const font of prepared)
      saved.push(there.includes(font) ? { font, isNew: false } : await saveFont(inside, font, 'keep'))
    return saved
  }
  const added = await retryIfTaken(() => world.data.transaction(save))
  return { family, fonts: added.map(({ font }) => font), added: added.filter(({ isNew }) => isNew).length }
}
