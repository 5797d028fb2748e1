import type { Random } from '#core/ports/random.ts'
import { crc32 } from './crc32.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function randomText(random: Random, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of random.bytes(length)) {
      // 248 = 4 * 62: without the rest every character is as likely as any other
      if (byte < 248 && text.length < length) text += base62.charAt(byte % 62)
    }
  }
  return text
}

/** The checksum of a key, so that a typo is refused before any look-up. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let sum = ''
  for (let index = 0; index < 6; index++) {
    sum = base62.charAt(rest % 62) + sum
    rest = Math.floor(rest / 62)
  }
  return sum
}

/** A new key, `pct_<8>_<30><checksum>`, and the part it is looked up by. */
export function generateKey(random: Random): { secret: string; lookup: string } {
  const lookup = randomText(random, 8)
  const body = `pct_${lookup}_${randomText(random, 30)}`
  return { secret: body + checksumOf(body), lookup }
}

/** The part a key is looked up by; null for what cannot be a key. */
export function lookupOf(secret: string): string | null {
  const parts = /^(pct_([0-9A-Za-z]{8})_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/.exec(secret)
  if (parts === null) return null
  const [, body = '', lookup = '', sum] = parts
  return checksumOf(body) === sum ? lookup : null
}
