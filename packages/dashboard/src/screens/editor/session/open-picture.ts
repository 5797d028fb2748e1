/** Bytes of a picture for the browser, which finds out by itself what they are; of an SVG it has to be told. */
export function asBlob(bytes: Uint8Array): Blob {
  const start = new TextDecoder().decode(bytes.subarray(0, 200)).trimStart()
  const copy = new Uint8Array(bytes)
  return start.startsWith('<') ? new Blob([copy], { type: 'image/svg+xml' }) : new Blob([copy])
}
