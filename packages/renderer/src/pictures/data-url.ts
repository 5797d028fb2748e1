/** The bytes of a `data:` URL, or undefined for any other address. Throws when it is not written correctly. */
export function readDataUrl(src: string, readBase64: (text: string) => Uint8Array): Uint8Array | undefined {
  if (!/^data:/i.test(src)) return undefined
  const comma = src.indexOf(',')
  if (comma < 0) throw new Error('the data: URL has no data')
  const data = src.slice(comma + 1)
  if (!/;base64\s*$/i.test(src.slice(0, comma))) {
    // A percent sign that begins no escape is what people paste; browsers take it too.
    return new TextEncoder().encode(decodeURIComponent(data.replaceAll(/%(?![\da-f]{2})/gi, '%25')))
  }
  return readBase64(data)
}
