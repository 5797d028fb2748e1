import { anchorOf } from '#docs/content/anchors.ts'
import type { Page } from './page.ts'

/** Pages with a part for each of their chapters: whole, they would take seconds to read and to draw. */
const SPLIT = new Set(['docs/reference/api.md'])

const heading = /^## (.+)$/m

/** The chapters of a page; what comes before the first one stays. */
function chaptersOf(markdown: string): { intro: string; chapters: { title: string; text: string }[] } {
  const [intro = '', ...rest] = markdown.split(/^(?=## )/m)
  return { intro, chapters: rest.map((text) => ({ title: heading.exec(text)?.[1] ?? '', text })) }
}

/** Gives a large page its parts. */
export function split(page: Page): Page {
  if (!SPLIT.has(page.path)) return page
  const { intro, chapters } = chaptersOf(page.markdown)
  const whole: Page = { ...page, markdown: intro }
  whole.parts = chapters.map(({ title, text }) => ({
    ...whole,
    ...{ title, summary: `${page.title}: ${title}`, site: `${page.site}/${anchorOf(title)}` },
    ...{ markdown: text, raised: 1, parent: whole, parts: [] },
  }))
  return whole
}
