import type { Sharp } from 'sharp'

export interface PreviewFile {
  format: 'jpeg' | 'webp'
  bytes: Uint8Array
  widthPx: number
  heightPx: number
}

/** Of the longest side. */
export const PREVIEW_SIDE_PX = 480
export const MAX_PREVIEW_BYTES = 20_000

/** The first is enough for nearly every picture. */
const QUALITIES = [75, 45, 20, 5]

interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

/** The size of a preview, in the ratio of the picture; never larger than the picture. */
export function previewSize({ widthPx, heightPx }: Size, sidePx: number = PREVIEW_SIDE_PX): Size {
  const scale = Math.min(1, sidePx / Math.max(widthPx, heightPx))
  return { widthPx: Math.max(1, Math.round(widthPx * scale)), heightPx: Math.max(1, Math.round(heightPx * scale)) }
}

interface Picture extends Size {
  /** Gives the picture, once for each try. */
  readonly open: () => Sharp
  readonly opaque: boolean
}

/**
 * A picture of at most 20 kB: first its quality steps down, then its size. Fast rather than small, since every image has
 * one: a JPEG takes a third of the time of a WebP, which only what shines through needs.
 */
export async function makePreview({ open, opaque, ...size }: Picture): Promise<PreviewFile> {
  for (let sidePx = PREVIEW_SIDE_PX; ; sidePx = Math.ceil(sidePx / 2)) {
    const { widthPx, heightPx } = previewSize(size, sidePx)
    for (const quality of QUALITIES) {
      // Resized again for the few that need a second try: a clone would copy all pixels of the picture each time.
      const small = open().resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' })
      const encoded = opaque ? small.jpeg({ quality, optimiseCoding: false }) : small.webp({ quality, effort: 0 })
      const bytes = await encoded.toBuffer()
      const format = opaque ? 'jpeg' : 'webp'
      if (bytes.length <= MAX_PREVIEW_BYTES || sidePx === 1) return { format, bytes, widthPx, heightPx }
    }
  }
}
