import MiniSearch from 'minisearch'
import { type Entry, type SearchData, searchOptions } from './search-data.ts'

/** A part of a page that was found. */
export interface Hit {
  url: string
  /** '' for the page itself. */
  heading: string
  excerpt: string
}

/** A page that was found, with its best parts. */
export interface PageHit {
  url: string
  title: string
  section: string
  hits: Hit[]
  /** Words to mark in its texts. */
  words: string[]
}

const [MAX_PAGES, MAX_HITS] = [8, 3]
const EXCERPT_CHARS = 140
/** Guides tell how to do a thing; who looks for a name finds it in the reference all the same. */
const WEIGHTS: Readonly<Record<string, number>> = { Reference: 0.6, Project: 0.35 }

/** The text around the first word that was found. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const upTo = (end: number) => (end >= text.length ? text : `${text.slice(0, text.lastIndexOf(' ', end))} …`)
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  if (first < EXCERPT_CHARS / 2) return upTo(EXCERPT_CHARS)
  const start = text.indexOf(' ', first - EXCERPT_CHARS / 3) + 1
  return `… ${upTo(start + EXCERPT_CHARS).slice(start)}`
}

export interface Search {
  /** Pages with these words, the best first. */
  find(query: string): PageHit[]
}

/** `openSearch()` searches the index that the site was built with. */
export function openSearch({ pages, entries, index }: SearchData): Search {
  const search = MiniSearch.loadJS<Entry>(index, searchOptions)
  const options = {
    prefix: true,
    // Letters that may differ: with two, "Airtable" would be "Pictable".
    fuzzy: (term: string) => (term.length < 4 ? false : term.length < 9 ? 1 : 2),
    weights: { prefix: 0.4, fuzzy: 0.1 },
    boost: { title: 6, heading: 4, words: 1.5 },
    boostDocument: (id: number) => WEIGHTS[pages[entries[id]?.[0] ?? 0]?.[2] ?? ''] ?? 1,
  }
  return {
    find(query) {
      const all = search.search(query, { ...options, combineWith: 'AND' })
      // One word that is nowhere must not hide what has the others.
      const results = all.length > 0 ? all : search.search(query, { ...options, combineWith: 'OR' })
      const found = new Map<number, PageHit>()
      for (const { id, terms } of results) {
        const [page, heading, anchor, text] = entries[id] ?? [0, '', '', '']
        const [url, title, section] = pages[page] ?? ['', '', '']
        if (!found.has(page) && found.size === MAX_PAGES) continue
        const hit = found.get(page) ?? { url, title, section, hits: [], words: [] }
        found.set(page, hit)
        hit.words = [...new Set([...hit.words, ...terms])]
        if (hit.hits.length < MAX_HITS)
          hit.hits.push({ url: anchor === '' ? url : `${url}#${anchor}`, heading, excerpt: excerptOf(text, terms) })
      }
      return [...found.values()]
    },
  }
}
