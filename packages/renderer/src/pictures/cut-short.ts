import type { ImageType } from './image-type.ts'

/**
 * Whether the end of a picture is missing, as far as its container tells. Judged by the bytes alone: libvips keeps its
 * messages in one buffer for the whole process, so that decodes side by side lose or swap theirs; browsers say nothing.
 */
export function isCutShort(bytes: Uint8Array, type: ImageType): boolean {
  return bytes.length < 12 || judges[type](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const judges: Record<ImageType, (bytes: Uint8Array, view: DataView) => boolean> = {
  png: (bytes) => indexOf(bytes, [0x49, 0x45, 0x4e, 0x44], Math.max(0, bytes.length - 64)) < 0,
  webp: (bytes, view) => view.getUint32(4, true) + 8 > bytes.length,
  gif: (bytes) => bytes.findLast((byte) => byte !== 0) !== 0x3b,
  jpeg: (bytes, view) => indexOf(bytes, [0xff, 0xd9], scanStart(bytes, view)) < 0,
  avif: hasOpenBox,
}

function indexOf(bytes: Uint8Array, [first, ...others]: readonly [number, ...number[]], from: number): number {
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (others.every((byte, place) => bytes[at + 1 + place] === byte)) return at
  }
  return -1
}

/** Where the first scan of a JPEG starts: its thumbnail, which has an end of its own, lies before. */
function scanStart(bytes: Uint8Array, view: DataView): number {
  let offset = 2
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff && bytes[offset + 1] !== 0xda) {
    offset += 2 + view.getUint16(offset + 2)
  }
  return offset
}

/** Whether a box at the top of an ISO media file says that it is longer than what is there. */
function hasOpenBox(bytes: Uint8Array, view: DataView): boolean {
  let offset = 0
  while (offset + 8 <= bytes.length) {
    const size = view.getUint32(offset)
    // 0 means "to the end"; 1 means that a 64-bit size follows
    if (size === 0) return false
    if (size === 1 && offset + 16 > bytes.length) return true
    offset += Math.max(8, size === 1 ? Number(view.getBigUint64(offset + 8)) : size)
  }
  return offset !== bytes.length
}
