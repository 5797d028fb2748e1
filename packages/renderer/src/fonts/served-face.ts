import { z } from 'zod/mini'
import { lazily } from '#renderer/async/pending.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import type { Face } from './face.ts'

interface ServedFile {
  /** The address of the file. */
  readonly src: string
  /** For a WOFF2 file: the address of its tables without outlines, unpacked. */
  readonly layoutSrc?: string | undefined
}

interface ServedNames {
  readonly family: string
  readonly style?: 'normal' | 'italic' | undefined
  /** Comes with the renderer: the axes of variable ones follow the weight alone. */
  readonly isBundled?: boolean | undefined
}

/** A font for a page, as JSON: a file, or a list of files by what they hold. */
export type ServedFace = ServedNames &
  (
    | (ServedFile & { readonly weight?: number | undefined })
    | { readonly slicesSrc: string; readonly weights: { readonly min: number; readonly max: number } }
  )

const slicesSchema = z.array(
  z.object({
    src: z.string(),
    layoutSrc: z.optional(z.string()),
    ranges: z.array(z.tuple([z.number(), z.number()])),
  }),
)

/** What is behind `slicesSrc`. */
export type ServedSlices = z.input<typeof slicesSchema>

/** The faces of a page. */
export function facesOf(served: readonly ServedFace[], fetch: (address: string) => Promise<Uint8Array>): Face[] {
  return served.map((face): Face => {
    const { family, style, isBundled = false } = face
    if (!('slicesSrc' in face)) {
      const { weight, src, layoutSrc } = face
      return { family, weight, style, isBundled, path: src, layoutPath: layoutSrc }
    }
    const { weights, slicesSrc } = face
    return { family, weights, style, isBundled, slices: lazily(() => readSlices(slicesSrc, { family, fetch })) }
  })
}

interface SlicesOf {
  readonly family: string
  readonly fetch: (address: string) => Promise<Uint8Array>
}

async function readSlices(address: string, { family, fetch }: SlicesOf) {
  try {
    const slices = slicesSchema.parse(JSON.parse(new TextDecoder().decode(await fetch(address))))
    return slices.map(({ src, layoutSrc, ranges }) => ({ path: src, layoutPath: layoutSrc, ranges }))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RenderError('load_failed', `font "${family}": ${reason}`, { cause: error })
  }
}
