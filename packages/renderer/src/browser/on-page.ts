import { lazily } from '#renderer/async/pending.ts'
import { createBoundedCache } from '#renderer/caches/bounded-cache.ts'
import { createSurface } from '#renderer/canvas/browser.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { createFontBook } from '#renderer/fonts/font-book.ts'
import { facesOf, type ServedFace } from '#renderer/fonts/served-face.ts'
import { createTypesetter } from '#renderer/fonts/typesetter.ts'
import type { Platform } from '#renderer/jobs/prepared.ts'
import type { Hyphenator } from '#renderer/text/types.ts'
import { readBase64 } from './base64.ts'
import type { PictureDecoder } from './decode-picture.ts'
import { script } from './script.ts'
import { createWebFonts, type FontSource } from './web-fonts.ts'

/** Of pictures that are written into designs. */
const MAX_READ_BYTES = 16_000_000

/** Of one picture. */
const MAX_FAILURES = 50

/** Called early, it spares a page that stays open while the server is upgraded from lacking it. */
export const loadPictureDecoder = () => import('./decode-picture.ts')

/** Makes pictures with what a browser has. */
export function onPage(served: readonly ServedFace[], source: FontSource): Platform {
  const faces = facesOf(served, source.fetch)
  const files = createWebFonts(source)
  let decode: PictureDecoder | undefined
  // What is known of a picture, such as how it looks in full size, is known of its bytes.
  const read = createBoundedCache<string, Uint8Array>(MAX_READ_BYTES, ({ byteLength }) => byteLength)
  // Found out again in each frame, a picture that cannot be decoded would be late in each frame that waits for nothing.
  const failures = new WeakMap<Uint8Array, Map<string, RenderError>>()
  return {
    faces,
    letter(all) {
      const fonts = createFontBook(all, files)
      const measurer = createTypesetter(fonts, { ...files.measurer(fonts), hyphenator })
      return {
        fonts,
        measurer,
        drawables: new WeakMap(),
        createSurface: (widthPx, heightPx) => createSurface(widthPx, heightPx, { fonts, measurer }),
      }
    },
    // Browsers vet fonts themselves, when they are loaded.
    vet: () => undefined,
    async decode(bytes, size) {
      const key = JSON.stringify(size)
      const known = failures.get(bytes) ?? new Map<string, RenderError>()
      const failure = known.get(key)
      if (failure) throw failure
      try {
        // Many designs have no picture.
        const { createPictureDecoder } = await script(loadPictureDecoder)
        decode ??= createPictureDecoder({ faces, fetch: source.fetch, open: files.open })
        return await decode(bytes, size)
      } catch (error) {
        if (error instanceof RenderError && error.code !== 'load_failed') {
          // While a layer is resized, each frame has another size.
          if (known.size > MAX_FAILURES) known.clear()
          failures.set(bytes, known.set(key, error))
        }
        throw error
      }
    },
    readBase64(text) {
      const known = read.get(text)
      if (known) return known
      const bytes = readBase64(text)
      read.set(text, bytes)
      return bytes
    },
    drawsAgain: true,
  }
}

const hyphenators = new Map<string, () => Hyphenator | undefined>()

function hyphenator(language: string): Hyphenator | undefined {
  const get = hyphenators.get(language) ?? lazily(() => loadHyphenator(language))
  hyphenators.set(language, get)
  return get()
}

async function loadHyphenator(language: string): Promise<Hyphenator | undefined> {
  const [{ hyphenTable }, { hyphenatorBy, patternNames }] = await Promise.all([
    import('./hyphen-table.ts'),
    import('#renderer/fonts/hyphen-patterns.ts'),
  ])
  const name = patternNames(language).find((each) => Object.hasOwn(hyphenTable, each))
  const load = name === undefined ? undefined : hyphenTable[name]
  return load && hyphenatorBy((await load()).default)
}
