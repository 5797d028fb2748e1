import sharp, { type Sharp } from 'sharp'

/**
 * Raw premultiplied RGBA as a picture to encode. `opaque`: nothing shines through anyway, so alpha is left out; `white`:
 * white shines through.
 */
export function openRgba(
  rgba: Uint8Array,
  { widthPx, heightPx, ground }: { widthPx: number; heightPx: number; ground: 'opaque' | 'transparent' | 'white' },
): Sharp {
  const raw = { width: widthPx, height: heightPx, channels: 4 as const, premultiplied: true }
  const picture = sharp(rgba, { raw, limitInputPixels: false })
  if (ground === 'opaque') return picture.removeAlpha()
  return ground === 'white' ? picture.flatten({ background: '#ffffff' }) : picture
}
