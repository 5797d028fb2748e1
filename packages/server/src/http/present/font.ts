import type { CallAnswer, Contract } from '@pictable/client'
import type { Font, FontAxis } from '#core/font/font.ts'
import type { FontFamily } from '#core/font/list-families.ts'
import type { GoogleFamily } from '#core/ports/font-catalogs.ts'

type FontJson = CallAnswer<Contract['fonts']['get']>
type FamilyJson = CallAnswer<Contract['fontFamilies']['list']>['results'][number]
type GoogleFamilyJson = CallAnswer<Contract['fontFamilies']['google']>['results'][number]

const presentAxis = ({ tag, min, default: usual, max }: FontAxis) => ({ tag, min, default: usual, max })

export function presentFont(font: Font): FontJson {
  const { axes, scripts, glyphs, format } = font.facts
  return {
    id: font.id,
    family: font.family,
    weight: font.weight,
    style: font.style,
    axes: axes.map(presentAxis),
    scripts,
    glyphs,
    format,
    filename: font.filename,
    bytes: font.sizeBytes,
    hash: font.hash,
    created_at: font.createdAt.toISOString(),
  }
}

/** What every catalogue says of a family. */
function presentFaces({
  family,
  category,
  weights,
  styles,
  axes,
  scripts,
}: Omit<GoogleFamily, 'category'> & Pick<FontFamily, 'category'>) {
  return {
    ...{ family, category, weights: [...weights], styles: [...styles], axes: axes.map(presentAxis) },
    scripts: scripts && [...scripts],
  }
}

export const presentGoogleFamily = (family: GoogleFamily): GoogleFamilyJson => presentFaces(family)

export function presentFamily(family: FontFamily): FamilyJson {
  return {
    ...presentFaces(family),
    origin: family.origin,
    installed: family.installed,
    download_bytes: family.downloadBytes,
  }
}
