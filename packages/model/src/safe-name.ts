/** What file systems do not take, what leads out of a folder, and what turns a name around to the reader. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu

/** Names that Windows reserves, whatever is behind the dot; and what spreadsheets and shells take for more than a name. */
const reserved = /^((con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])\s*(\.|$)|[=+\-@])/i

/** A name that every system takes, perhaps empty; `cut` bounds it. */
export function safeName(text: string, cut: (text: string) => string): string {
  const name = cut(text.normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ')).replace(
    /^[\s.]+|(?<![\s.])[\s.]+$/g,
    '',
  )
  return reserved.test(name) ? `_${name}` : name
}

const encoder = new TextEncoder()

/** The start of a text within a number of bytes as UTF-8; characters stay whole. */
export function cutBytes(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes) return text
  let bytes = 0
  let end = 0
  for (const character of text) {
    bytes += encoder.encode(character).length
    if (bytes > maxBytes) return text.slice(0, end)
    end += character.length
  }
  return text
}
