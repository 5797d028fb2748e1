import { lazily } from '#renderer/async/pending.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { readerOfBytes, viewOf } from '#renderer/font-files/byte-reader.ts'
import { FontError } from '#renderer/font-files/font-error.ts'
import { tagAt } from '#renderer/font-files/font-tables.ts'
import { openSfnt } from '#renderer/font-files/open-sfnt.ts'
import type { FileFace } from '#renderer/fonts/face.ts'
import { factsOf, type OpenFace } from '#renderer/fonts/face-facts.ts'
import { EMOJI_FAMILY } from '#renderer/fonts/fallback.ts'
import type { FaceLook, FontBook, FontFiles } from '#renderer/fonts/font-book.ts'
import type { ShapedFont } from '#renderer/fonts/shaper.ts'
import type { FontStyle, TextMeasurer } from '#renderer/text/types.ts'
import { showFace } from './shown-faces.ts'

/** What fonts are loaded with. */
export interface FontSource {
  fetch(address: string): Promise<Uint8Array>
  /** Turns a WOFF2 file into an sfnt file; outlines may be left out. */
  unpackWoff2?: ((bytes: Uint8Array) => Promise<Uint8Array>) | undefined
}

/** Fonts of a page: loaded when they are first asked for. */
export interface WebFonts extends FontFiles {
  /** Measures with the very files of the book. */
  measurer(fonts: FontBook): TextMeasurer
}

interface Loaded {
  /** Loads the font as it is drawn; the answer gives it to the document, and tells its name there. */
  readonly show: (look: FaceLook) => () => string
  readonly facts: OpenFace
  readonly shaped: ShapedFont
  readonly shaper: Pick<typeof import('#renderer/fonts/shaper.ts'), 'measureWidth' | 'measureClusters' | 'heightsOf'>
}

/** The size at which text is measured. */
const SIZE_PX = 100

let aliasCount = 0

/** Fonts that are loaded from addresses and given to the document under names of their own. */
export function createWebFonts(source: FontSource): WebFonts {
  const loaded = new Map<unknown, () => Loaded>()
  const need = (face: FileFace): Loaded => {
    const identity = 'path' in face ? face.path : face.bytes
    const get = loaded.get(identity) ?? lazily(() => namingFont(face, () => read(face, source)))
    loaded.set(identity, get)
    return get()
  }
  return {
    open: (face) => need(face).facts,
    register: (face, look) => need(face).show(look),
    measurer(fonts) {
      const shapedBy = (style: FontStyle) => {
        const axes = fonts.axes(style)
        const files = fonts.files(style).map(need)
        return { fonts: files.map(({ shaped }) => shaped.at(axes)), shaper: files[0]?.shaper }
      }
      return {
        advance(style, text) {
          const { fonts, shaper } = shapedBy(style)
          const { language, letterSpacing, features } = style
          return (
            shaper?.measureWidth(text, { fonts, language, letterSpacingPx: letterSpacing * SIZE_PX, features }) ?? 0
          )
        },
        clusters(style, text) {
          const { fonts, shaper } = shapedBy(style)
          const { language, letterSpacing, features } = style
          return shaper?.measureClusters(text, { fonts, language, letterSpacingPx: letterSpacing * SIZE_PX, features })
        },
        metrics(style) {
          // An emoji stands on the line of the text around it.
          const families = style.families.filter((family) => family !== EMOJI_FAMILY)
          const {
            fonts: [first],
            shaper,
          } = shapedBy({ ...style, families })
          return first && shaper ? shaper.heightsOf(first) : { ascent: 0, descent: 0 }
        },
      }
    },
  }
}

/** Says which font it was that something is wrong with. */
async function namingFont<Result>(face: FileFace, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof RenderError) throw error
    const reason = error instanceof FontError ? error.message : 'is not a readable font'
    throw new RenderError('font_invalid', `the file of the font "${face.family}" ${reason}`, { cause: error })
  }
}

async function read(face: FileFace, source: FontSource): Promise<Loaded> {
  const [bytes, { shapedFont, measureWidth, measureClusters, heightsOf }, tables] = await Promise.all([
    bytesOf(face, source),
    import('#renderer/fonts/shaper.ts'),
    'path' in face && face.layoutPath !== undefined ? source.fetch(face.layoutPath) : undefined,
  ])
  const sfnt = tables ?? (await tablesOf(bytes, source))
  const facts = factsOf(openSfnt(readerOfBytes(sfnt)))
  const names = new Map<string, () => () => string>()
  const show: Loaded['show'] = (look) => {
    const settings = settingsOf(facts, look)
    const key = JSON.stringify(settings)
    const get = names.get(key) ?? lazily(() => namingFont(face, () => loadFace(new Uint8Array(bytes), facts, settings)))
    names.set(key, get)
    return get()
  }
  return { show, facts, shaped: shapedFont(sfnt), shaper: { measureWidth, measureClusters, heightsOf } }
}

/** What no canvas can set: features, and all axes but the weight, because browsers would choose optical sizes by themselves. */
function settingsOf({ axes: all }: OpenFace, { axes, features }: FaceLook): Settings {
  const variations = all.flatMap((axis) => {
    return axis.tag === 'wght' ? [] : [`"${axis.tag}" ${axes.get(axis.tag) ?? axis.default}`]
  })
  const switches = Object.entries(features).map(([tag, isOn]) => `"${tag}" ${isOn ? 1 : 0}`)
  return {
    variationSettings: variations.join(', ') || 'normal',
    featureSettings: switches.join(', ') || 'normal',
  }
}

/** Newer than the declarations. */
type Settings = FontFaceDescriptors & { readonly variationSettings: string }

async function loadFace(bytes: Uint8Array<ArrayBuffer>, { axes }: OpenFace, settings: Settings): Promise<() => string> {
  const alias = `pictable-${++aliasCount}`
  const axis = axes.find(({ tag }) => tag === 'wght')
  // A face of one weight takes them all, so that nothing is made bold that is not.
  const weight = axis ? `${axis.min} ${axis.max}` : '1 1000'
  const descriptors: Settings = { weight, ...settings }
  // The browser vets fonts itself before it uses them.
  let loaded: FontFace | undefined = await new FontFace(alias, bytes, descriptors).load()
  const make = () => {
    const face = loaded ?? new FontFace(alias, bytes, descriptors)
    loaded = undefined
    return face
  }
  return () => showFace(alias, make)
}

async function bytesOf(face: FileFace, { fetch }: FontSource): Promise<Uint8Array> {
  if (!('path' in face)) return face.bytes
  try {
    return await fetch(face.path)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RenderError('load_failed', `font "${face.family}": ${reason}`, { cause: error })
  }
}

/** The font as an sfnt file, in which tables can be looked up. */
async function tablesOf(bytes: Uint8Array, source: FontSource): Promise<Uint8Array> {
  const signature = bytes.length < 4 ? '' : tagAt(viewOf(bytes), 0)
  // Few fonts are packed in this way.
  if (signature === 'wOFF') return (await import('./unpack-woff.ts')).unpackWoff(bytes)
  if (signature !== 'wOF2') return bytes
  if (source.unpackWoff2) return source.unpackWoff2(bytes)
  throw new FontError('is WOFF2, which browsers do not unpack for scripts; use TTF, OTF or WOFF, or pass `unpackWoff2`')
}
