import { safeName } from './safe-name.ts'

const longest = 80

const safe = (label: string) => safeName(label, (name) => [...name].slice(0, longest).join(''))

/**
 * `createFileNames()` gives the namer of the files of one archive: names that every system takes, each only once, also
 * where capitals make no difference. A label is made safe; a stem is already.
 */
export function createFileNames(
  taken: readonly string[],
): (label: string | { stem: string }, fallback: string, extension: string) => string {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const nextOf = new Map<string, number>()
  return (label, fallback, extension) => {
    const stem = typeof label === 'string' ? safe(label) || fallback : label.stem
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
