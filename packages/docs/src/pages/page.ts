import type { Entry, Section } from './navigation.ts'

/** Where the site is served. */
export const BASE = '/docs'

/** One page of the site. */
export interface Page extends Entry {
  /** Below the base, without an extension; '' for the start page. */
  site: string
  section: Section
  markdown: string
  /** How much the headings are raised: a part of a large page begins with a heading of its own. */
  raised: number
  /** The page of which this one is a part. */
  parent?: Page
  parts: Page[]
}

export const urlOf = ({ site }: Pick<Page, 'site'>): string => (site === '' ? BASE : `${BASE}/${site}`)

/** Where the page of a file is: `docs/guides/sql.md` at `guides/sql`, `packages/client/README.md` at `client`. */
export function siteOf(path: string): string {
  if (path === 'README.md') return 'overview'
  return path
    .replace(/^(docs|packages)\//, '')
    .replace(/(\/README)?\.md$/, '')
    .toLowerCase()
}
