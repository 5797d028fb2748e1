import { Resvg } from '@resvg/resvg-js'
import { outlineFonts } from '#renderer/fonts/bundled.ts'
import { DEFAULT_FAMILY } from '#renderer/fonts/fallback.ts'
import { numberPatterns } from './fit-patterns.ts'
import { nameFonts } from './name-fonts.ts'
import { namePaints } from './name-paints.ts'
import { type SvgElement, writeSvg } from './svg-tree.ts'

/** That of browsers. */
const FONT_SIZE_PX = 16

/** resvg reads neither WOFF2 nor coloured glyphs. */
const fonts = outlineFonts()
const known = new Set(fonts.map(({ family }) => family))

/**
 * The drawing with its text as outlines of bundled fonts: what draws it would take those of the system. No font is
 * read for a drawing without text.
 */
export function outlineText(root: SvgElement): string {
  const named = nameFonts(root, (family) => known.has(family))
  if (!named) return writeSvg(root)
  const { families, weights, hasItalic } = named
  const fontFiles = fonts
    .filter(({ family, weight = 400, style }) => {
      return families.has(family) && weights.has(weight) && (style !== 'italic' || hasItalic)
    })
    .map(({ path }) => path)
  const options = {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: DEFAULT_FAMILY, defaultFontSize: FONT_SIZE_PX },
    logLevel: 'off' as const,
  }
  const fitPatterns = numberPatterns(named.root)
  return fitPatterns(namePaints(new Resvg(writeSvg(named.root), options).toString()))
}
