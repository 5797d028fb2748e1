import { createHash } from 'node:crypto'
import MiniSearch from 'minisearch'
import { textOf } from '#docs/content/html.ts'
import { urlOf } from '#docs/pages/page.ts'
import type { RenderedPage, SiteMap } from '#docs/pages/site-map.ts'
import { type Entry, type SearchData, searchOptions } from './search-data.ts'

interface Part {
  heading: string
  anchor: string
  text: string
}

/** Commands of the API reference repeat what is said above them, and would be a third of the index. */
const isReference = ({ path }: RenderedPage) => path === 'docs/reference/api.md'

const row = /<tr id="([^"]+)"[^>]*><td[^>]*>.*?<\/td>(.*?)<\/tr>/g

/** A text of cells and paragraphs, with a space where a block ends. */
const plainOf = (html: string) => textOf(html.replaceAll(/<\/(td|th|tr|p|li|pre|figcaption)>/g, ' '))

/** The parts of a page, by heading; a row with a name is a part of its own. */
function partsOf(page: RenderedPage): Part[] {
  const html = isReference(page)
    ? page.content.html.replaceAll(/<figure class="code">[\s\S]*?<\/figure>/g, '')
    : page.content.html
  return html.split(/(?=<h[1-4] id=")/).flatMap((piece) => {
    const [whole = '', anchor = '', heading = ''] = /^<h[1-4] id="([^"]*)">([\s\S]*?)<\/h[1-4]>/.exec(piece) ?? []
    const body = piece.slice(whole.length)
    const rows = [...body.matchAll(row)].map(([, name = '', cells = '']) => ({
      heading: name,
      anchor: name,
      text: plainOf(cells),
    }))
    const isTitle = whole.startsWith('<h1') || whole === ''
    const own = {
      heading: isTitle ? '' : textOf(heading.replace(/<a class="anchor".*<\/a>/, '')),
      anchor: isTitle ? '' : anchor,
      text: plainOf(body.replaceAll(row, '')),
    }
    return own.text === '' && own.heading === '' && rows.length === 0 ? [] : [own, ...rows]
  })
}

/** `createIndex()` makes the file that search loads when it is first opened. */
export function createIndex({ pages }: SiteMap): { file: string; text: string } {
  const search = new MiniSearch<Entry>(searchOptions)
  const data: Omit<SearchData, 'index'> = { pages: [], entries: [] }
  for (const page of pages) {
    const at = data.pages.push([urlOf(page), page.title, page.section.title]) - 1
    for (const { heading, anchor, text } of partsOf(page)) {
      const isFirst = heading === ''
      const id = data.entries.push([at, heading, anchor, text]) - 1
      const about = isFirst && page.parent === undefined ? page.summary : ''
      const everywhere = `${page.title} ${page.parent === undefined ? (page.words ?? '') : ''}`
      search.add({ id, heading, text, title: isFirst ? page.title : '', words: `${about} ${everywhere}` })
    }
  }
  const text = JSON.stringify({ ...data, index: search.toJSON() })
  const digest = createHash('sha256').update(text).digest('base64url').slice(0, 7)
  return { file: `assets/search-${digest}.json`, text }
}
