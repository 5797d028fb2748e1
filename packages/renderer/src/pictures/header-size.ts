import type { ImageType } from './image-type.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** How large a picture is as it is stored, before it is turned; undefined where its first bytes do not tell. */
export function headerSize(bytes: Uint8Array, type: ImageType): Size | undefined {
  if (bytes.length < 30) return undefined
  return readers[type](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

const readers: Record<ImageType, (view: DataView) => Size | undefined> = {
  png: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  jpeg: jpegSize,
  webp: webpSize,
  avif: () => undefined,
}

/** Of the first frame header: segments before it, such as a thumbnail, are passed over. */
function jpegSize(view: DataView): Size | undefined {
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc
    if (marker >= 0xc0 && marker <= 0xcf && !isTable) {
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    }
    // Any number of bytes may fill the room before a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

function webpSize(view: DataView): Size | undefined {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)))
  const bits14 = (at: number) => view.getUint16(at, true) & 0x3fff
  const bits24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000
  if (kind === 'VP8 ') return { width: bits14(26), height: bits14(28) }
  if (kind === 'VP8X') return { width: bits24(24) + 1, height: bits24(27) + 1 }
  if (kind !== 'VP8L') return undefined
  const packed = view.getUint32(21, true)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}
