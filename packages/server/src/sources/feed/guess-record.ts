import type { XmlElement } from './xml-record.ts'

/** How feeds call a record: RSS, Atom, Yandex Market, and what shops choose. */
const usualNames: ReadonlySet<string> = new Set(['item', 'entry', 'offer', 'product', 'record', 'row'])
/** By the element around all others, where that says it: such a feed may have no record. */
const namesByRoot: ReadonlyMap<string, string> = new Map([
  ['rss', 'item'],
  ['rdf:RDF', 'item'],
  ['feed', 'entry'],
])

/** After this many elements it is known. */
const enoughElements = 20_000

interface Seen {
  depth: number
  count: number
  /** Whether it has elements in it. */
  hasFields: boolean
}

/** Finds out which elements of a document are its records. */
export function createRecordGuess() {
  const path: string[] = []
  const seen = new Map<string, Seen>()
  let elements = 0

  /** Below an element that is repeated, elements are parts of records. */
  const isBetter = (one: Seen, other: Seen) => {
    if (one.count > 1 !== other.count > 1) return one.count > 1
    return one.depth === other.depth ? one.count > other.count : one.depth < other.depth
  }

  return {
    open({ prefix, local }: Pick<XmlElement, 'prefix' | 'local'>): void {
      const parent = seen.get(path.join('.'))
      if (parent !== undefined) parent.hasFields = true
      path.push(prefix === '' ? local : `${prefix}:${local}`)
      elements++
      const key = path.join('.')
      const known = seen.get(key)
      if (known === undefined) seen.set(key, { depth: path.length, count: 1, hasFields: false })
      else known.count++
    },
    close(): void {
      path.pop()
    },
    isSure: () => elements > enoughElements,
    /** The path of the records; null when no element has elements in it. */
    name(): string | null {
      const found = [...seen].filter(([, { depth, hasFields }]) => hasFields && depth > 1)
      const usual = found.filter(([key]) => usualNames.has(key.split(/[.:]/).at(-1) ?? ''))
      const [root = ''] = seen.keys()
      if (usual.length === 0 && namesByRoot.has(root)) return namesByRoot.get(root) ?? null
      const [first, ...others] = usual.length > 0 ? usual : found
      if (first === undefined) return null
      return others.reduce((best, each) => (isBetter(each[1], best[1]) ? each : best), first)[0]
    },
  }
}
