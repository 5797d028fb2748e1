import { untilReady } from '#renderer/async/pending.ts'
import { createFontBook } from '#renderer/fonts/font-book.ts'
import { facesOf, type ServedFace } from '#renderer/fonts/served-face.ts'
import { fetchBytes } from './fetch-bytes.ts'
import { createWebFonts, type FontSource } from './web-fonts.ts'

/** Text in a face of a family. */
export interface FontSampleRequest {
  readonly family: string
  readonly weight: number
  readonly italic: boolean
  readonly text: string
}

export interface FontSample {
  /** The value of `font-family`, for the document. */
  readonly cssFamily: string
  /** The characters that the family lacks; other fonts provide them. */
  readonly missing: readonly string[]
}

export interface FontSamples {
  /** Loads the file that the request needs. Throws a RenderError. */
  sample(request: FontSampleRequest): Promise<FontSample>
}

/** What is not drawn. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Shows families to people who choose one: each in its own face, with the characters that it lacks. */
export function createFontSamples(
  fonts: readonly ServedFace[],
  options: Pick<FontSource, 'unpackWoff2'> = {},
): FontSamples {
  const source = { ...options, fetch: fetchBytes }
  const files = createWebFonts(source)
  const book = createFontBook(facesOf(fonts, source.fetch), files)
  const sliced = new Set(fonts.filter((face) => 'slicesSrc' in face).map(({ family }) => family))

  function look({ family, weight, italic, text }: FontSampleRequest): FontSample {
    const style = { weight, italic, letterSpacing: 0, wordSpacing: 0 }
    // Of a family in slices, those that the text needs.
    const chosen = sliced.has(family) ? book.choose({ ...style, text, families: [family] }).families : [family]
    const families = chosen.filter((name) => name === family || name.startsWith(`${family}/`))
    const parts = book.files({ ...style, families }).map((file) => files.open(file).coverage)
    const letters = new Set([...text].filter((letter) => !invisible.test(letter)))
    const has = (letter: string) => parts.some((coverage) => coverage.has(letter.codePointAt(0) ?? 0))
    return {
      cssFamily: families.length === 0 ? '' : book.css({ ...style, families }, 1).replace('1px ', ''),
      missing: [...letters].filter((letter) => !has(letter)),
    }
  }

  return {
    async sample(request) {
      let found: FontSample = { cssFamily: '', missing: [] }
      await untilReady([
        () => {
          found = look(request)
        },
      ])
      return found
    },
  }
}
