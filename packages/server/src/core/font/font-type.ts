const typeBySignature: ReadonlyMap<string, string> = new Map([
  ['\0\x01\0\0', 'font/ttf'],
  ['true', 'font/ttf'],
  ['OTTO', 'font/otf'],
  ['wOFF', 'font/woff'],
  ['wOF2', 'font/woff2'],
])

/** The content type of a font by its first bytes; null when it is none that we take. */
export function fontTypeOf(bytes: Uint8Array): string | null {
  return typeBySignature.get(String.fromCharCode(...bytes.subarray(0, 4))) ?? null
}
