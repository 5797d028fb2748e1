const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))

const starts = (bytes: Uint8Array, magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte)

/** Comments, a document type and the like may stand before the first element of a drawing. */
const svgStart =
  /^(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--[^-]*(?:-(?!->)[^-]*)*-->|<!DOCTYPE\s+svg[^[>]*(?:\[[^\]]*\]\s*)?>)*<(?:[\w.-]+:)?svg[\s/>]/i

/** The content type of a picture by its first bytes; null when it is none that we take. */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'image/gif'
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (text(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(text(bytes, 8, 12))) return 'image/avif'
  if (svgStart.test(text(bytes, 0, 60_000))) return 'image/svg+xml'
  return null
}
