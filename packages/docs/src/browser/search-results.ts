import type { Hit, PageHit } from '#docs/search/find.ts'

function element(tag: string, className: string, ...children: (string | Node)[]): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.append(...children)
  return made
}

const special = /[.*+?^${}()|[\]\\]/g

/** A text with the words that were found marked. */
function marked(text: string, words: readonly string[]): (string | Node)[] {
  if (words.length === 0) return [text]
  const pattern = new RegExp(`(${words.map((word) => word.replace(special, '\\$&')).join('|')})`, 'giu')
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? element('mark', '', part) : part))
}

function option(page: PageHit, hit: Hit, id: string): HTMLElement {
  const link = document.createElement('a')
  link.href = hit.url
  link.id = id
  link.setAttribute('role', 'option')
  link.tabIndex = -1
  const heading = hit.heading === '' ? page.title : hit.heading
  link.append(
    element('span', 'found-heading', ...marked(heading, page.words)),
    element('span', 'found-text', ...marked(hit.excerpt, page.words)),
  )
  return link
}

/** The pages that were found, each with its parts. */
export function results(pages: readonly PageHit[]): HTMLElement[] {
  return pages.map((page, at) => {
    const title = element('p', 'found-page', page.title, element('span', '', page.section))
    title.id = `found-page-${at}`
    title.setAttribute('role', 'presentation')
    const hits = page.hits.map((hit, place) => option(page, hit, `found-${at}-${place}`))
    const group = element('div', 'found-group', title, ...hits)
    group.setAttribute('role', 'group')
    group.setAttribute('aria-labelledby', title.id)
    return group
  })
}
