import type { Digest } from '#core/ports/digest.ts'

/** Longer ones are cut and end with a digest of the whole key. */
const MAX_SLUG_CHARACTERS = 200
const CUT_AT = 150
const DIGEST_CHARACTERS = 12

/**
 * A key as it is in a URL: lower case, words joined by `-`, so that slashes and spaces need no encoding. The slug of a
 * slug is itself: a URL may hold the key or the slug. Empty for a key without letters and digits.
 */
export function slugOf({ sha256 }: Digest, key: string): string {
  const words =
    key
      .normalize('NFC')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const slug = words.join('-')
  const characters = Array.from(slug)
  if (characters.length <= MAX_SLUG_CHARACTERS) return slug
  return `${characters.slice(0, CUT_AT).join('').replace(/-$/, '')}-${sha256(key).slice(0, DIGEST_CHARACTERS)}`
}
