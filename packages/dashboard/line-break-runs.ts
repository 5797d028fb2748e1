import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

interface Classes {
  get(codePoint: number): number
}

/** Runs of code points of one line-break class, as pages read them: the lengths, then the classes. */
export function runsOf(classes: Classes): string {
  const runs: { length: number; kind: number }[] = []
  for (let codePoint = 0; codePoint <= 0x10ffff; codePoint++) {
    const kind = classes.get(codePoint)
    const last = runs.at(-1)
    if (last?.kind === kind) last.length++
    else runs.push({ length: 1, kind })
  }
  const written = (numbers: number[]) => numbers.map((number) => number.toString(36)).join(' ')
  return `${written(runs.map(({ length }) => length))}/${written(runs.map(({ kind }) => kind))}`
}

/** The classes of these runs. It is sent to pages as it is written here. */
export function classesOf(runs: string): Classes {
  const [lengths = [], kinds = []] = runs
    .split('/')
    .map((list) => list.split(' ').map((number) => Number.parseInt(number, 36)))
  const classes = new Uint8Array(0x110000)
  let from = 0
  for (const [at, length] of lengths.entries()) {
    classes.fill(kinds[at] ?? 0, from, from + length)
    from += length
  }
  return { get: (codePoint) => classes[codePoint] ?? 0 }
}

/**
 * Writes the line-break classes of all characters as runs. The library has them as a trie that is compressed, then
 * written as text: twice as many bytes once the file is compressed, beside the three libraries that read it.
 */
export function lineBreakRuns(): Plugin {
  return {
    name: 'pictable:line-break-runs',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/linebreak\/dist\/module\.mjs$/.test(id)) return null
      const Trie = createRequire(id)('unicode-trie')
      const replaced = code
        .replace(/^import \S+ from "(?:unicode-trie|base64-js)";$/gm, '')
        .replace(/\S+\.toByteArray\("(.+?)"\)/, (_, trie) => `"${runsOf(new Trie(Buffer.from(trie, 'base64')))}"`)
        .replace(/new \S+unicodetrie\(/, `(${classesOf})(`)
      if (/unicodetrie|base64js/.test(replaced)) throw new Error(`${id} has the classes in another form`)
      return replaced
    },
  }
}
