/**
 * Puts pixels without their alpha, as encoders want those that nothing shines through, to where `rgb` begins. Four pixels
 * at a time, a whole word each: less than half as long as letting the encoder leave the alpha out. The bytes up to the next
 * multiple of twelve are written too. The words are signed: others would be numbers too large to be handled as integers.
 */
export function packRgb(rgba: Uint8Array, rgb: Uint8Array): void {
  const pixels = rgba.byteLength / 4
  const to = new Int32Array(rgb.buffer, rgb.byteOffset, Math.ceil(pixels / 4) * 3)
  packWords({ from: wordsOf(rgba), to }, { at: 0, end: pixels, out: 0 })
}

interface Words {
  readonly from: Int32Array
  readonly to: Int32Array
}

function packWords({ from, to }: Words, place: { at: number; end: number; out: number }): void {
  let { at, out } = place
  for (const { end } = place; at < end; at += 4, out += 3) {
    const first = from[at] ?? 0
    const second = from[at + 1] ?? 0
    const third = from[at + 2] ?? 0
    const fourth = from[at + 3] ?? 0
    to[out] = (first & 0xffffff) | (second << 24)
    to[out + 1] = ((second >>> 8) & 0xffff) | (third << 16)
    to[out + 2] = ((third >>> 16) & 0xff) | (fourth << 8)
  }
}

/** The whole words of bytes. */
function wordsOf(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4))
}

interface Place {
  readonly area: { readonly left: number; readonly top: number; readonly widthPx: number; readonly heightPx: number }
  /** Of the picture that the area is a part of. */
  readonly widthPx: number
}

/** Used again: new memory for each area would have to be collected as garbage. */
let packed = new Uint8Array(0)

/** Puts an area's pixels, without their alpha, to their place in those of the whole picture. */
export function packArea(rgba: Uint8Array, rgb: Uint8Array, { area, widthPx }: Place): void {
  const startOf = (row: number) => ((area.top + row) * widthPx + area.left) * 3
  if ([area.left, area.widthPx, widthPx].every((length) => length % 4 === 0)) {
    const words = { from: wordsOf(rgba), to: wordsOf(rgb) }
    for (let row = 0; row < area.heightPx; row++) {
      packWords(words, { at: row * area.widthPx, end: (row + 1) * area.widthPx, out: startOf(row) / 4 })
    }
    return
  }
  const bytes = area.widthPx * 3
  const needed = Math.ceil((area.heightPx * bytes) / 12) * 12
  if (packed.length < needed) packed = new Uint8Array(needed)
  packRgb(rgba, packed)
  for (let row = 0; row < area.heightPx; row++) rgb.set(packed.subarray(row * bytes, (row + 1) * bytes), startOf(row))
}

const OPAQUE = -0x1000000

/** Gives pixels an alpha that nothing shines through, as canvases want them: four at a time, as above. */
export function unpackRgb(rgb: Uint8ClampedArray, rgba: Int32Array): void {
  const bytes = rgb.byteOffset % 4 === 0 ? rgb : rgb.slice()
  const words = Math.floor(bytes.length / 12) * 3
  const from = new Int32Array(bytes.buffer, bytes.byteOffset, words)
  let out = 0
  for (let at = 0; at < words; at += 3, out += 4) {
    const first = from[at] ?? 0
    const second = from[at + 1] ?? 0
    const third = from[at + 2] ?? 0
    rgba[out] = OPAQUE | first
    rgba[out + 1] = OPAQUE | (first >>> 24) | (second << 8)
    rgba[out + 2] = OPAQUE | (second >>> 16) | (third << 16)
    rgba[out + 3] = OPAQUE | (third >>> 8)
  }
  for (let at = words * 4; at < bytes.length; at += 3, out++) {
    rgba[out] = OPAQUE | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at] ?? 0)
  }
}
