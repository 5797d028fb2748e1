/** `pictureSize()` reads width and height of a PNG or JPEG from its head. */
export function pictureSize(bytes: Buffer): { width?: number; height?: number } {
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG') {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? jpegSize(bytes) : {}
}

function jpegSize(bytes: Buffer): { width?: number; height?: number } {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return {}
}
