import { RenderError } from '#renderer/errors/render-error.ts'
import { type Face, type FileFace, MAX_FONT_BYTES } from '#renderer/fonts/face.ts'
import { isLate, type Tolerance } from '#renderer/model/tolerance.ts'
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
          `the file of the font "${family}" is larger than ${MAX_FONT_BYTES / 1e6} MB`,
        )
      }
      vet(face)
      return face
    }),
  )
}

/** Fonts that are there, with others in place of those that are missing. */
export interface TolerantFonts {
  readonly faces: readonly Face[]
  /** By family: why. */
  readonly missing: ReadonlyMap<string, string>
}

interface Tolerating {
  readonly load: (fonts: readonly TemplateFont[]) => Promise<readonly Face[]>
  /** The first family of these takes the place of a missing one. */
  readonly standIns: readonly Face[]
  readonly tolerance: Tolerance
}

/** Brings what there is of the fonts that a template names, without waiting for slow ones. */
export async function loadTolerantly(
  fonts: readonly TemplateFont[],
  { load, standIns, tolerance }: Tolerating,
): Promise<TolerantFonts> {
  const missing = new Map<string, string>()
  const faces = await Promise.all(
    fonts.map(async (font) => {
      const work = load([font])
      try {
        if (!(await isLate(tolerance, work))) return await work
        missing.set(font.family, `font "${font.family}" is still being loaded`)
      } catch (error) {
        missing.set(font.family, error instanceof Error ? error.message : String(error))
      }
      const [first] = standIns
      return standIns.filter(({ family }) => family === first?.family).map((face) => ({ ...face, family: font.family }))
    }),
  )
  return { faces: faces.flat(), missing }
}

async function loadFont(family: string, load: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await load()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RenderError('load_failed', `font "${family}": ${reason}`, { cause: error })
  }
}
