/** Ends pixels that nobody needs any more: until they were collected as garbage, two more pictures would be made. */
export function freePixels({ buffer, byteLength }: ArrayBufferView): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
