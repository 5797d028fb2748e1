import { anchorOf } from '#docs/content/anchors.ts'
import { escapeHtml } from '#docs/content/html.ts'
import type { Entry } from '#docs/pages/navigation.ts'
import { urlOf } from '#docs/pages/page.ts'
import type { SiteMap } from '#docs/pages/site-map.ts'

/** A task, and where it begins: a page, or a section of the start page. */
export interface Task extends Entry {
  url: string
}

interface HomeParts {
  map: SiteMap
  /** What most readers come for. */
  tasks: readonly Task[]
  picture: string
}

const card = ({ title, summary, url }: Task) =>
  `<li><a href="${url}"><strong>${escapeHtml(title)}</strong><span>${escapeHtml(summary)}</span></a></li>`

/** The start page: what people come for, then every page by task. */
export function home({ map, tasks, picture }: HomeParts): string {
  const sections = map.sections.map((section) => {
    const own = map.pages.filter((page) => page.section === section && page.parent === undefined)
    const items = own.map(
      (page) =>
        `<li><a href="${urlOf(page)}">${escapeHtml(page.title)}</a> <span>${escapeHtml(page.summary)}</span></li>`,
    )
    return `<section><h3 id="${anchorOf(section.title)}">${escapeHtml(section.title)}</h3><p>${escapeHtml(section.summary)}</p><ul>${items.join('')}</ul></section>`
  })
  return `<article>
<div class="hero">
<div><h1>Pictable documentation</h1>
<p class="lead">Pictable renders an image for every record of a table. Connect a table, design a template, and combine the two in an action. The images go back into the table, to a URL, or to your own systems.</p></div>
${picture}
</div>
<h2>What do you want to do?</h2>
<ul class="cards">${tasks.map(card).join('')}</ul>
<h2>All pages</h2>
<div class="sections">${sections.join('\n')}</div>
</article>`
}
