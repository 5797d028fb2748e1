import { attributes, escapeHtml } from '#docs/content/html.ts'
import type { Heading } from '#docs/content/render.ts'
import { BASE, type Page, urlOf } from '#docs/pages/page.ts'
import type { RenderedPage } from '#docs/pages/site-map.ts'
import { icons } from './icons.ts'

/** A page with more headings lists only those of the upper level. */
const MAX_ENTRIES = 40

/** Headings of the page that are worth a line beside it. */
function entriesOf(headings: readonly Heading[]): Heading[] {
  const upper = headings.filter(({ depth }) => depth === 2)
  const both = headings.filter(({ depth }) => depth === 2 || depth === 3)
  return both.length > MAX_ENTRIES ? upper : both
}

/** "On this page", where there is more than one heading to go to. */
export function onThisPage({ content }: RenderedPage): string {
  const entries = entriesOf(content.headings)
  if (entries.length < 2) return '<div class="aside"></div>'
  const items = entries.map(
    ({ depth, text, anchor }) =>
      `<li${attributes({ class: depth === 3 ? 'sub' : undefined })}><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="aside" aria-labelledby="on-this-page"><details open><summary id="on-this-page">On this page</summary><ul>${items.join('')}</ul></details></nav>`
}

/** The way to this page. A section has no page of its own, so its first page is linked instead. */
export function breadcrumb(page: Page, first: Page): string {
  const link = (href: string, text: string) => `<li><a href="${href}">${escapeHtml(text)}</a></li>`
  const parts = [
    link(BASE, 'Documentation'),
    first.site === page.site ? `<li>${escapeHtml(page.section.title)}</li>` : link(urlOf(first), page.section.title),
    ...(page.parent ? [link(urlOf(page.parent), page.parent.title)] : []),
    `<li aria-current="page">${escapeHtml(page.title)}</li>`,
  ]
  return `<nav class="breadcrumb" aria-label="Breadcrumb"><ol>${parts.join('')}</ol></nav>`
}

/** The pages before and after this one. */
export function neighbours(previous: Page | undefined, next: Page | undefined): string {
  const link = (page: Page, rel: 'prev' | 'next') => {
    const [words, icon] = rel === 'prev' ? ['Previous', icons.previous] : ['Next', icons.next]
    const name = `<span><small>${words}</small>${escapeHtml(page.title)}</span>`
    return `<a${attributes({ class: rel, rel, href: urlOf(page) })}>${rel === 'prev' ? icon + name : name + icon}</a>`
  }
  const links = [previous && link(previous, 'prev'), next && link(next, 'next')].filter(Boolean)
  return `<nav class="neighbours" aria-label="Previous and next page">${links.join('')}</nav>`
}
