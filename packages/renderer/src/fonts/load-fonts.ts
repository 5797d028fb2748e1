import { readDataUrl } from '#renderer/pictures/data-url.ts'
import { RenderError } from '#renderer/render-error.ts'
import type { TemplateFont } from '#renderer/template.ts'
import type { Face } from './font-book.ts'

const MAX_FONT_BYTES = 10_000_000
const signatures = new Set(['\0\x01\0\0', 'OTTO', 'true', 'wOFF', 'wOF2'])

/** Brings the fonts that a template names. Throws a RenderError that names the family. */
export function loadFonts(fonts: readonly TemplateFont[], load: (src: string) => Promise<Uint8Array>): Promise<Face[]> {
  return Promise.all(
    fonts.map(async ({ family, src, weight, style }) => {
      const bytes = await loadFont(src, family, load)
      const signature = String.fromCharCode(...bytes.subarray(0, 4))
      if (!signatures.has(signature)) {
        throw new RenderError('font_invalid', `the file of the font "${family}" is not TTF, OTF, WOFF or WOFF2`)
      }
      if (bytes.length > MAX_FONT_BYTES) {
        throw new RenderError(
          'font_invalid',
          `the file of the font "${family}" has more than ${MAX_FONT_BYTES / 1e6} MB`,
        )
      }
      return { family, weight, style, bytes }
    }),
  )
}

async function loadFont(src: string, family: string, load: (src: string) => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return readDataUrl(src) ?? (await load(src))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RenderError('load_failed', `font "${family}": ${reason}`, { cause: error })
  }
}
