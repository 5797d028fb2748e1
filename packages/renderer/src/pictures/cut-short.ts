import type { ImageType } from './image-type.ts'

/**
 * Whether the end of a picture is missing, as far as its container tells. Judged by the bytes alone: libvips keeps its
 * messages in one buffer for the whole process, so that decodes side by side lose or swap theirs.
 */
export function isCutShort(bytes: Uint8Array, type: ImageType): boolean {
  return bytes.length < 12 || judges[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const judges: Record<ImageType, (bytes: Buffer) => boolean> = {
  png: (bytes) => !bytes.includes('IEND', Math.max(0, bytes.length - 64), 'latin1'),
  webp: (bytes) => bytes.readUInt32LE(4) + 8 > bytes.length,
  gif: (bytes) => bytes.findLast((byte) => byte !== 0) !== 0x3b,
  jpeg: (bytes) => !bytes.includes(Buffer.of(0xff, 0xd9), scanStart(bytes)),
  avif: hasOpenBox,
}

/** Where the first scan of a JPEG starts: its thumbnail, which has an end of its own, lies before. */
function scanStart(bytes: Buffer): number {
  let offset = 2
  while (offset + 4 <= bytes.length && bytes[offset] === 0xff && bytes[offset + 1] !== 0xda) {
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return offset
}

/** Whether a box at the top of an ISO media file says that it is longer than what is there. */
function hasOpenBox(bytes: Buffer): boolean {
  let offset = 0
  while (offset + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(offset)
    // 0 means "to the end"; 1 means that a 64-bit size follows
    if (size === 0) return false
    if (size === 1 && offset + 16 > bytes.length) return true
    offset += Math.max(8, size === 1 ? Number(bytes.readBigUInt64BE(offset + 8)) : size)
  }
  return offset !== bytes.length
}
