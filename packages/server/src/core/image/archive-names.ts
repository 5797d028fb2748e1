/** What file systems do not take, what leads out of a folder, and what turns a name around to the reader. */
const unsafe = /[\p{Cc}\p{Cf}\p{Cs}\\/:*?"<>|]+/gu

/** Names that Windows keeps for itself, whatever stands behind the dot; and what spreadsheets and shells take for more than a name. */
const reserved = /^((con|prn|aux|nul|com\d|lpt\d)(\.|$)|[=+\-@])/i

const longest = 80

function safe(label: string): string {
  const name = [...label.normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ')]
    .slice(0, longest)
    .join('')
    .replace(/^[\s.]+|(?<![\s.])[\s.]+$/g, '')
  return reserved.test(name) ? `_${name}` : name
}

/**
 * `createFileNames()` gives the namer of the files of one archive: names that every system takes, each only once, also
 * where capitals make no difference.
 */
export function createFileNames(
  taken: readonly string[],
): (label: string, fallback: string, extension: string) => string {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const nextOf = new Map<string, number>()
  return (label, fallback, extension) => {
    const stem = safe(label) || fallback
    const key = `${stem}.${extension}`.toLowerCase()
    for (let n = nextOf.get(key) ?? 1; ; n++) {
      const name = n === 1 ? `${stem}.${extension}` : `${stem} (${n}).${extension}`
      if (used.has(name.toLowerCase())) continue
      used.add(name.toLowerCase())
      nextOf.set(key, n + 1)
      return name
    }
  }
}
