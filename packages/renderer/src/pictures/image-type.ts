/** The kinds of picture made of pixels that are read. */
export type ImageType = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif'

/** The kind of a picture by its first bytes, whatever its name says; undefined when it is none of ours. */
export function imageType(bytes: Uint8Array): ImageType | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg'
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 4) === 'WEBP') return 'webp'
  if (/^GIF8[79]a$/.test(ascii(bytes, 0, 6))) return 'gif'
  if (ascii(bytes, 4, 4) === 'ftyp' && /avi[fs]/.test(brands(bytes))) return 'avif'
  return undefined
}

/**
 * Whether bytes are an SVG: text whose first element is `<svg>`, behind what may stand before it. Also true in UTF-16 and
 * when compressed, which are refused in words of their own.
 */
export function isSvg(bytes: Uint8Array): boolean {
  if (imageType(bytes)) return false
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return true
  const utf16 = /^(?:\xff\xfe|\xfe\xff|\0<|<\0)/.test(ascii(bytes, 0, 2))
  const start = ascii(bytes, 0, 60_000)
  return beginsWithSvg.test(utf16 ? start.replaceAll('\0', '').replace(/^\xff\xfe|^\xfe\xff/, '') : start)
}

const beginsWithSvg =
  /^(?:\xef\xbb\xbf)?(?:\s|<\?[^>]*>|<!--[^-]*(?:-(?!->)[^-]*)*-->|<!DOCTYPE\s+(?:[\w.-]+:)?svg[^[>]*(?:\[[^\]]*\]\s*)?>)*<(?:[\w.-]+:)?svg[\s/>]/i

const looks: readonly (readonly [RegExp, string])[] = [
  [/^\s*(<!doctype html|<html|<head|<body)/i, 'it is HTML: the URL is a web page, not a picture'],
  [/^\s*<\?xml/, 'it is XML, but not an SVG'],
  [/^%PDF/, 'it is a PDF; save the page as PNG or JPEG'],
  [/^\s*[{[]/, 'it is JSON'],
  [/^(II\*\0|MM\0\*)/, 'it is a TIFF; save it as PNG or JPEG'],
  [/^BM/, 'it is a BMP; save it as PNG or JPEG'],
  [/^PK[^\w\s]{2}/, 'it is a ZIP archive or an office document'],
]

/** What bytes that are no picture of ours seem to be, in words for the person who put them there. */
export function describeBytes(bytes: Uint8Array): string {
  if (ascii(bytes, 4, 4) === 'ftyp' && /hei[cxms]|hev[cx]|mif1/.test(brands(bytes))) {
    return 'it is a HEIC photo; save it as JPEG'
  }
  const start = ascii(bytes, 0, 300)
  const known = looks.find(([pattern]) => pattern.test(start))
  if (known) return known[1]
  const first = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return `its first bytes are ${first}; use JPEG, PNG, WebP, GIF, AVIF or SVG`
}

function brands(bytes: Uint8Array): string {
  return ascii(bytes, 8, 40)
}

function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length))
}
