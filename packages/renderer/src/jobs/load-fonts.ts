import { RenderError } from '#renderer/errors/render-error.ts'
import { type FileFace, MAX_FONT_BYTES } from '#renderer/fonts/face.ts'
import { readDataUrl } from '#renderer/pictures/data-url.ts'
import type { TemplateFont } from '#renderer/template/template.ts'
import type { Platform } from './prepared.ts'

/** Brings the fonts that a template names. Throws a RenderError that names the family and what is wrong with it. */
export function loadFonts(
  fonts: readonly TemplateFont[],
  load: (src: string) => Promise<Uint8Array>,
  { vet, readBase64 }: Pick<Platform, 'vet' | 'readBase64'>,
): Promise<FileFace[]> {
  return Promise.all(
    fonts.map(async ({ family, src, weight, style }) => {
      const bytes = await loadFont(family, async () => readDataUrl(src, readBase64) ?? (await load(src)))
      const face = { family, weight, style, bytes }
      if (bytes.length > MAX_FONT_BYTES) {
        throw new RenderError(
          'font_invalid',
          `the file of the font "${family}" has more than ${MAX_FONT_BYTES / 1e6} MB`,
        )
      }
      vet(face)
      return face
    }),
  )
}

async function loadFont(family: string, load: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await load()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RenderError('load_failed', `font "${family}": ${reason}`, { cause: error })
  }
}
