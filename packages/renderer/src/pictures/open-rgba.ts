import sharp, { type Sharp } from 'sharp'

/** Raw premultiplied RGBA as a picture to encode; alpha is left out when it is `opaque`. Frames are below each other. */
export function openRgba(
  rgba: Uint8Array,
  { widthPx, heightPx, opaque, frames }: { widthPx: number; heightPx: number; opaque: boolean; frames?: number },
): Sharp {
  const size = { width: widthPx, height: heightPx * (frames ?? 1), ...(frames && { pageHeight: heightPx }) }
  const raw = { ...size, channels: 4 as const, premultiplied: true }
  const picture = sharp(rgba, { raw, limitInputPixels: false })
  return opaque ? picture.removeAlpha() : picture
}
