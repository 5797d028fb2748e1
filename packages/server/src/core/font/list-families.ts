import type { FontInstall, FontOrigin, FontStyle } from '@pictable/model/font'
import type { PageFontFace } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import type { Font, FontAxis } from './font.ts'
import { type PopularFont, popularFonts } from './popular-fonts.ts'

/** All faces of one name. */
export interface FontFamily {
  family: string
  origin: FontOrigin
  /** `partly`: some files of the family are missing. */
  installed: FontInstall
  category: string | null
  weights: readonly number[]
  styles: readonly FontStyle[]
  axes: readonly FontAxis[]
  /** Null when they are not known without reading the files. */
  scripts: readonly string[] | null
  /** To download, of a family that is not installed. */
  downloadBytes: number | null
}

const inOrder = <Value>(values: Iterable<Value>) =>
  [...new Set(values)].toSorted((a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : 0))

function bundledFamily(family: string, faces: readonly PageFontFace[]): FontFamily {
  const axes = faces.flatMap((face) =>
    'weights' in face ? [{ tag: 'wght', min: face.weights.min, default: 400, max: face.weights.max }] : [],
  )
  return {
    family,
    origin: 'bundled',
    installed: 'yes',
    category: null,
    weights: inOrder(faces.flatMap((face) => ('weight' in face && face.weight !== undefined ? [face.weight] : []))),
    styles: inOrder(faces.map(({ style = 'normal' }) => style)),
    axes,
    scripts: null,
    downloadBytes: null,
  }
}

function customFamily(family: string, fonts: readonly Font[], pack: PopularFont | undefined): FontFamily {
  const axes = new Map(fonts.flatMap(({ facts }) => facts.axes.map((axis) => [axis.tag, axis])))
  const has = (weight: number, style: FontStyle) =>
    fonts.some((font) => font.weight === weight && font.style === style) || axes.has('wght')
  const isWhole = pack === undefined || pack.styles.every((style) => pack.weights.every((weight) => has(weight, style)))
  return {
    family,
    origin: pack === undefined ? 'custom' : 'popular',
    installed: isWhole ? 'yes' : 'partly',
    category: pack?.category ?? null,
    weights: inOrder(fonts.map(({ weight }) => weight)),
    styles: inOrder(fonts.map(({ style }) => style)),
    axes: [...axes.values()],
    scripts: inOrder(fonts.flatMap(({ facts }) => facts.scripts)),
    downloadBytes: isWhole ? null : pack.sizeBytes,
  }
}

function absentFamily({ family, category, weights, styles, scripts, sizeBytes }: PopularFont): FontFamily {
  const known = { family, category, weights, styles, scripts, downloadBytes: sizeBytes }
  return { ...known, origin: 'popular', installed: 'no', axes: [] }
}

/** The families that templates can use, and those of the font pack that can be installed, in the order of their names. */
export async function listFamilies({ data, renderer }: Pick<World, 'data' | 'renderer'>): Promise<FontFamily[]> {
  const bundled = Map.groupBy(renderer.pageFonts.faces(), ({ family }) => family)
  const uploaded = Map.groupBy(await data.fonts.all(), ({ family }) => family)
  const pack = new Map(popularFonts.map((font) => [font.family, font]))
  return [
    ...[...bundled].filter(([family]) => !uploaded.has(family)).map(([family, faces]) => bundledFamily(family, faces)),
    ...[...uploaded].map(([family, fonts]) => customFamily(family, fonts, pack.get(family))),
    ...popularFonts.filter(({ family }) => !uploaded.has(family) && !bundled.has(family)).map(absentFamily),
  ].toSorted((one, other) => one.family.localeCompare(other.family, 'en'))
}
