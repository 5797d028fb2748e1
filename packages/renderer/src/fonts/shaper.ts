import { Blob, Buffer, Face, Feature, Font, shape, Variation } from 'harfbuzzjs'
import { changesOf, type FontFeatures } from '#renderer/font-files/font-features.ts'
import type { TextCluster } from '#renderer/text/types.ts'

/** A font file that text can be measured with. */
export interface ShapedFont {
  /** By which files know it. */
  readonly name: string
  /** What HarfBuzz reads, with the axes at these values. */
  at(axes: ReadonlyMap<string, number>): Font
}

/** Units of HarfBuzz per pixel: advances are whole numbers of them. */
const UNITS_PER_PX = 1024
/** The size at which text is measured. */
const SIZE_PX = 100
const POST_SCRIPT_NAME = 6
/** Settings of axes remembered per font. */
const MOST_SETTINGS = 100

/** Reads the tables of an sfnt file; outlines need not be there. */
export function shapedFont(sfnt: Uint8Array): ShapedFont {
  const face = new Face(new Blob(sfnt))
  const fonts = new Map<string, Font>()
  return {
    name: face.getName(POST_SCRIPT_NAME, 'en'),
    at(axes) {
      const key = JSON.stringify([...axes])
      const known = fonts.get(key)
      if (known) return known
      const font = new Font(face)
      font.setScale(SIZE_PX * UNITS_PER_PX, SIZE_PX * UNITS_PER_PX)
      if (axes.size > 0) font.setVariations([...axes].map(([tag, value]) => new Variation(tag, value)))
      if (fonts.size >= MOST_SETTINGS) fonts.clear()
      fonts.set(key, font)
      return font
    },
  }
}

/** Letters that are drawn as one, and by what. */
export interface ShapedCluster extends TextCluster {
  /** The place of the font among those that were asked. */
  readonly font: number
  /** From left to right. */
  readonly glyphs: readonly ShapedGlyph[]
}

interface ShapedGlyph {
  /** Its number in the file. */
  readonly id: number
  /** It has a width of its own, unlike a mark on others. */
  readonly isWide: boolean
}

export interface Shaping {
  /** In the order in which they are asked for a glyph. */
  readonly fonts: readonly Font[]
  readonly language: string | undefined
  /** Added after every cluster, in px. */
  readonly letterSpacingPx: number
  /** Those of the style. */
  readonly features?: FontFeatures | undefined
}

/** The width of a text in px at 100 px. */
export function measureWidth(text: string, shaping: Shaping): number {
  return measureClusters(text, shaping).reduce((sum, { advance }) => sum + advance, 0)
}

/** What is drawn as one, in the order of the text. What a font lacks is taken from the next one, as every canvas does it. */
export function measureClusters(text: string, { fonts, letterSpacingPx, ...shaping }: Shaping): ShapedCluster[] {
  const { language } = shaping
  // Letters that are set apart do not flow into each other.
  const features = [...(letterSpacingPx === 0 ? [] : noLigatures), ...changesOf(shaping.features ?? {}).map(featureOf)]
  const found: ShapedCluster[] = []
  const measure = (start: number, end: number, place: number): void => {
    const font = fonts[place]
    if (!font) return
    const glyphs = shaped({ text, start, end, language, features }, font)
    const last = place === fonts.length - 1
    for (const [at, cluster] of glyphs.entries()) {
      if (!cluster.isMissing || last) {
        const advance = cluster.advance / UNITS_PER_PX + letterSpacingPx
        found.push({ start: cluster.start, advance, font: place, glyphs: cluster.glyphs })
      } else if (!glyphs[at - 1]?.isMissing) {
        const rest = glyphs.slice(at)
        const found = rest.findIndex(({ isMissing }) => !isMissing)
        measure(cluster.start, found < 0 ? end : (rest[found]?.start ?? end), place + 1)
      }
    }
  }
  for (const { start, end } of scriptRuns(text)) measure(start, end, 0)
  return found
}

/** Heights above and below the baseline in px at 100 px. */
export function heightsOf(font: Font): { ascent: number; descent: number } {
  const { ascender, descender } = font.hExtents()
  return { ascent: ascender / UNITS_PER_PX, descent: -descender / UNITS_PER_PX }
}

interface Stretch {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly language: string | undefined
  readonly features: Feature[]
}

const featureOf = ([tag, isOn]: readonly [tag: string, isOn: boolean]) => new Feature(tag, isOn ? 1 : 0)

const noLigatures = ['liga', 'clig'].map((tag) => featureOf([tag, false]))

/** Letters that are drawn as one. */
interface Cluster {
  readonly start: number
  advance: number
  isMissing: boolean
  readonly glyphs: ShapedGlyph[]
}

/** Clusters in logical order. */
function shaped({ text, start, end, language, features }: Stretch, font: Font): Cluster[] {
  const buffer = new Buffer()
  buffer.addText(text, start, end - start)
  buffer.guessSegmentProperties()
  if (language !== undefined) buffer.setLanguage(language)
  shape(font, buffer, features)
  const clusters = new Map<number, Cluster>()
  for (const { codepoint, cluster, xAdvance = 0 } of buffer.getGlyphInfosAndPositions()) {
    const known = clusters.get(cluster) ?? { start: cluster, advance: 0, isMissing: false, glyphs: [] }
    clusters.set(cluster, known)
    known.advance += xAdvance
    known.isMissing ||= codepoint === 0
    known.glyphs.push({ id: codepoint, isWide: xAdvance !== 0 })
  }
  return [...clusters.values()].sort((one, other) => one.start - other.start)
}

const scripts = [
  ...['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Devanagari', 'Bengali'],
  ...['Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Thai', 'Lao', 'Tibetan'],
  ...[
    'Myanmar',
    'Georgian',
    'Hangul',
    'Ethiopic',
    'Cherokee',
    'Khmer',
    'Mongolian',
    'Hiragana',
    'Katakana',
    'Bopomofo',
  ],
  'Han',
].map((name) => new RegExp(`\\p{Script=${name}}`, 'u'))
const plain = /^[\x20-\x7e]*$/

/** Cuts text where its script changes; what belongs to no script goes with what stands before it. */
function scriptRuns(text: string): { start: number; end: number }[] {
  if (plain.test(text)) return [{ start: 0, end: text.length }]
  const runs: { start: number; end: number }[] = []
  let script = -1
  let start = 0
  let end = 0
  for (const character of text) {
    const own = scripts.findIndex((letters) => letters.test(character))
    if (own >= 0 && script >= 0 && own !== script) {
      runs.push({ start, end })
      start = end
    }
    if (own >= 0) script = own
    end += character.length
  }
  return end > start ? [...runs, { start, end }] : runs
}
