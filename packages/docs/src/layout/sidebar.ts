import { attributes, escapeHtml } from '#docs/content/html.ts'
import { type Page, urlOf } from '#docs/pages/page.ts'
import type { SiteMap } from '#docs/pages/site-map.ts'

function link(page: Page, current: Page, more = ''): string {
  const here = page.site === current.site ? 'page' : undefined
  return `<li><a${attributes({ href: urlOf(page), 'aria-current': here })}>${escapeHtml(page.title)}</a>${more}</li>`
}

/** The parts of a large page, as long as a reader is in one of them. */
function partsOf(page: Page, current: Page): string {
  const isOpen = page.parts.length > 0 && (current.site === page.site || current.parent?.site === page.site)
  return isOpen ? `<ul>${page.parts.map((part) => link(part, current)).join('')}</ul>` : ''
}

/** The navigation of all pages, opened at the section of this one. */
export function sidebar({ sections, pages }: SiteMap, current: Page): string {
  const groups = sections.map((section) => {
    const own = pages.filter((page) => page.section === section && page.parent === undefined)
    const items = own.map((page) => link(page, current, partsOf(page, current)))
    const isOpen = current.section === section
    return `<details${attributes({ open: isOpen })}><summary>${escapeHtml(section.title)}</summary><ul>${items.join('')}</ul></details>`
  })
  return `<nav class="side" id="side" aria-label="Documentation">${groups.join('\n')}</nav>`
}
