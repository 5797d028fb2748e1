/** Ends pixels that were read from a surface: until they were collected as garbage, two more pictures would be made. */
export function freePixels({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
