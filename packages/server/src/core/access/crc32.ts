const polynomial = 0xedb88320

/** The checksum of zip, gzip and PNG (ISO 3309), of text in ASCII. */
export function crc32(text: string): number {
  let sum = 0xffffffff
  for (let index = 0; index < text.length; index++) {
    sum ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1
  }
  return ~sum >>> 0
}
