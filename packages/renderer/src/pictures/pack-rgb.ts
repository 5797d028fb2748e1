/**
 * Puts pixels without their alpha, as encoders want those that nothing shines through, to where `rgb` begins. Four pixels
 * at a time, a whole word each: less than half as long as letting the encoder leave the alpha out. The bytes up to the next
 * multiple of twelve are written too. The words are signed: others would be numbers too large to be handled as integers.
 */
export function packRgb(rgba: Uint8Array, rgb: Uint8Array): void {
  const count = rgba.byteLength / 4
  const from = new Int32Array(rgba.buffer, rgba.byteOffset, count)
  const words = Math.ceil(count / 4)
  const to = new Int32Array(rgb.buffer, rgb.byteOffset, words * 3)
  for (let at = 0, out = 0; at < words * 4; at += 4, out += 3) {
    const first = from[at] ?? 0
    const second = from[at + 1] ?? 0
    const third = from[at + 2] ?? 0
    const fourth = from[at + 3] ?? 0
    to[out] = (first & 0xffffff) | (second << 24)
    to[out + 1] = ((second >>> 8) & 0xffff) | (third << 16)
    to[out + 2] = ((third >>> 16) & 0xff) | (fourth << 8)
  }
}

interface Place {
  readonly area: { readonly left: number; readonly top: number; readonly widthPx: number; readonly heightPx: number }
  /** Of the picture that the area is a part of. */
  readonly widthPx: number
}

/** Puts an area's pixels, without their alpha, to their place in those of the whole picture. */
export function packArea(rgba: Uint8Array, rgb: Uint8Array, { area, widthPx }: Place): void {
  const bytes = area.widthPx * 3
  const packed = new Uint8Array(Math.ceil((area.heightPx * bytes) / 12) * 12)
  packRgb(rgba, packed)
  for (let row = 0; row < area.heightPx; row++) {
    rgb.set(packed.subarray(row * bytes, (row + 1) * bytes), ((area.top + row) * widthPx + area.left) * 3)
  }
}
