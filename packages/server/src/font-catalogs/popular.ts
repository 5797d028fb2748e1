import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#core/errors.ts'
import type { PopularFont } from '#core/font/popular-fonts.ts'
import type { CatalogFace, FetchFontFile } from '#core/ports/font-catalogs.ts'
import { packageFilename, readFontPackage } from './read-package.ts'

/** More than any package of the pack. */
const MAX_PACKAGE_BYTES = 30_000_000

/** @throws AppError `fonts_unavailable` */
async function fromFolder(folder: string, font: PopularFont): Promise<Uint8Array> {
  const path = join(folder, packageFilename(font))
  return readFile(path).catch((cause: unknown) => {
    throw new AppError(
      'fonts_unavailable',
      `The folder of the font pack lacks the file ${packageFilename(font)}. Create it with: npm pack ${font.package}@${font.version}`,
      { cause },
    )
  })
}

async function fromRegistry(url: string, font: PopularFont, fetchFile: FetchFontFile): Promise<Uint8Array> {
  const [, name = ''] = font.package.split('/')
  const body = await fetchFile({
    url: `${url}/${font.package}/-/${name}-${font.version}.tgz`,
    service: 'The npm registry',
    allowHttp: url.startsWith('http:'),
    maxBodyBytes: MAX_PACKAGE_BYTES,
  })
  if (body !== null) return body
  throw new AppError(
    'fonts_unavailable',
    `The npm registry has no ${font.package} ${font.version}. Check PICTABLE_FONT_PACK.`,
  )
}

/** Brings families of the font pack from an npm registry, or from a folder of its packages. */
export function createPopular(place: string, fetchFile: FetchFontFile) {
  return async (font: PopularFont): Promise<CatalogFace[]> => {
    const isUrl = /^https?:/.test(place)
    return readFontPackage(isUrl ? await fromRegistry(place, font, fetchFile) : await fromFolder(place, font), font)
  }
}
