import type { FetchFontFile, FontCatalogs } from '#core/ports/font-catalogs.ts'
import { createGoogle } from './google.ts'
import { createPopular } from './popular.ts'

interface CatalogSettings {
  /** The npm registry of the font pack, or a folder of its packages. */
  fontPack: string
  googleFontsUrl: string
  fetchFile: FetchFontFile
}

/** The places where fonts are downloaded from. Nothing is called until a font is searched or installed. */
export function createFontCatalogs({ fontPack, googleFontsUrl, fetchFile }: CatalogSettings): FontCatalogs {
  return {
    popular: createPopular(fontPack, fetchFile),
    ...createGoogle({ url: googleFontsUrl, fetchFile, now: () => performance.now() }),
  }
}
