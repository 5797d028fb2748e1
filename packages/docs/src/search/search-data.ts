import type { AsPlainObject, Options } from 'minisearch'

/** What search knows, as it is stored: short, since a browser loads all of it. */
export interface SearchData {
  /** URL, title, section of the navigation. */
  pages: [url: string, title: string, section: string][]
  /** Number of the page, heading ('' for the beginning of a page), anchor, text. */
  entries: [page: number, heading: string, anchor: string, text: string][]
  index: AsPlainObject
}

/** What is found by its words: a part of a page under one heading. */
export interface Entry {
  id: number
  /** Title of the page, for its first entry only, so that its other parts do not all match. */
  title: string
  heading: string
  /** Of the page: what its parts are about as well, so that "Airtable errors" finds the errors on that page. */
  words: string
  text: string
}

/** They are in each question, and help no answer. */
const IGNORED = new Set(
  'a an and are at be by can do does for from get how i in into is it its my of on or so that the this to use using want we what when where which why will with you your'.split(
    ' ',
  ),
)

/** The form in which a word is compared: a final s is left out. */
function stemOf(word: string): string {
  if (/[^s]s$/.test(word) && word.length > 3) return word.slice(0, -1)
  return word
}

/** The same when the index is made and when it is searched. */
export const searchOptions: Options<Entry> = {
  fields: ['title', 'heading', 'words', 'text'],
  processTerm(term) {
    const word = term.toLowerCase()
    return IGNORED.has(word) ? null : stemOf(word)
  },
}
