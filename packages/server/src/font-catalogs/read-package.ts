import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { AppError } from '#core/errors.ts'
import type { PopularFont } from '#core/font/popular-fonts.ts'
import type { CatalogFace } from '#core/ports/font-catalogs.ts'

/** `400Regular/Anton_400Regular.ttf`, `700Bold_Italic/…`: the files say 250 for the weights 100 and 200. */
const facePath = /^package\/(\d{3})[A-Za-z]+(_Italic)?\/([\w-]+\.ttf)$/

/** The name that `npm pack` gives to the package. */
export function packageFilename({ package: name, version }: Pick<PopularFont, 'package' | 'version'>): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
}

/**
 * The font files in an npm package. It is read only when it is byte for byte the one that this release names.
 * @throws AppError `invalid_request`
 */
export async function readFontPackage(packed: Uint8Array, font: PopularFont): Promise<CatalogFace[]> {
  const integrity = `sha512-${createHash('sha512').update(packed).digest('base64')}`
  if (integrity !== font.integrity)
    throw new AppError(
      'invalid_request',
      `The package ${font.package} ${font.version} is damaged or was changed: its SHA-512 is not the one that this release expects. Nothing was installed.`,
    )
  const archive = extract()
  const reading = pipeline(Readable.from([packed]), createGunzip(), archive)
  // A failure also ends the entries below.
  reading.catch(() => {})
  const faces: CatalogFace[] = []
  for await (const entry of archive) {
    const chunks: Uint8Array[] = []
    for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk)
    const [, weight, italic, filename] = facePath.exec(entry.header.name) ?? []
    if (weight === undefined || filename === undefined) continue
    const style = italic === undefined ? 'normal' : 'italic'
    faces.push({ filename, weight: Number(weight), style, bytes: new Uint8Array(Buffer.concat(chunks)) })
  }
  await reading
  return faces
}
