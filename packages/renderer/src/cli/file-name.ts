/** Gives every picture a name of its own that is allowed on every system; equal texts get `-2`, `-3` … */
export function createFileNames(): (text: string) => string {
  const used = new Set<string>()
  return (text) => {
    const base = slug(text) || 'image'
    for (let count = 1; ; count++) {
      const name = count === 1 ? base : `${base}-${count}`
      // Some file systems take upper and lower case for the same.
      const key = name.toLowerCase()
      if (used.has(key)) continue
      used.add(key)
      return name
    }
  }
}

function slug(text: string): string {
  const words = text.normalize('NFC').replaceAll(/[^\p{L}\p{N}\p{M}._]+/gu, '-')
  const short = [...words.replaceAll(/^[-.]+|(?<![-.])[-.]+$/g, '')].slice(0, 60).join('')
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(short) ? `_${short}` : short
}
