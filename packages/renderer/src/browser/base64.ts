/** Reads base64 as people paste it: with white space, in the form for addresses, with or without its end. */
export function readBase64(text: string): Uint8Array {
  const plain = text.replaceAll(/[\s=]/g, '').replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
}

const PIECE_BYTES = 32_768

export function writeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE_BYTES))
  }
  return btoa(binary)
}
