import sharp, { type Sharp } from 'sharp'

/** Raw premultiplied RGBA as a picture to encode; alpha is left out when it is `opaque`. */
export function openRgba(
  rgba: Uint8Array,
  { widthPx, heightPx, opaque }: { widthPx: number; heightPx: number; opaque: boolean },
): Sharp {
  const raw = { width: widthPx, height: heightPx, channels: 4 as const, premultiplied: true }
  const picture = sharp(rgba, { raw, limitInputPixels: false })
  return opaque ? picture.removeAlpha() : picture
}
