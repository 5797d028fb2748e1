import sharp, { type Sharp } from 'sharp'

interface Size {
  readonly widthPx: number
  readonly heightPx: number
  /** Below each other. */
  readonly frames?: number
}

/** Raw pixels as a picture to encode: premultiplied RGBA, or RGB when it is `opaque`. */
export function openRaw(pixels: Uint8Array, { widthPx, heightPx, opaque, frames }: Size & { opaque: boolean }): Sharp {
  const size = { width: widthPx, height: heightPx * (frames ?? 1), ...(frames && { pageHeight: heightPx }) }
  const form = opaque ? { channels: 3 as const } : { channels: 4 as const, premultiplied: true }
  return sharp(pixels, { raw: { ...size, ...form }, limitInputPixels: false })
}
