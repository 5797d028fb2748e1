import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { type Content, renderMarkdown } from '#docs/content/render.ts'
import type { Entry, Section } from './navigation.ts'
import { type Page, siteOf } from './page.ts'
import { split } from './split.ts'

/** Pages whose tables name things that are looked up one by one. */
const HAS_ROWS = new Set(['docs/reference/settings.md', 'docs/reference/errors.md', 'docs/reference/metrics.md'])

export interface RenderedPage extends Page {
  content: Content
}

/** Every page of the site, in the order in which they are read. */
export interface SiteMap {
  sections: readonly Section[]
  pages: RenderedPage[]
  /** Page and anchor of each heading and row, by file of the repository. */
  targets: ReadonlyMap<string, Targets>
}

interface Targets {
  page: Page
  anchors: ReadonlyMap<string, Page>
}

function openPage(root: string, entry: Entry, section: Section): Page {
  const markdown = readFileSync(join(root, entry.path), 'utf8')
  return split({ ...entry, section, markdown, site: siteOf(entry.path), raised: 0, parts: [] })
}

/** `mapSite()` reads and renders every page that the navigation names. */
export function mapSite(root: string, sections: readonly Section[]): SiteMap {
  const whole = sections.flatMap((section) => section.pages.map((entry) => openPage(root, entry, section)))
  const pages = whole
    .flatMap((page) => [page, ...page.parts])
    .map((page) => ({
      ...page,
      content: renderMarkdown(page.markdown, { raised: page.raised, hasRows: HAS_ROWS.has(page.path) }),
    }))
  const targets = new Map<string, Targets>()
  for (const page of whole) {
    const own = pages.filter(({ path }) => path === page.path)
    const anchors = own.flatMap((part) =>
      [...part.content.headings.map(({ anchor }) => anchor), ...part.content.rows].map(
        (anchor) => [anchor, part] as const,
      ),
    )
    targets.set(page.path, { page, anchors: new Map(anchors) })
  }
  return { sections, pages, targets }
}

/** Where a link of the Markdown leads. */
export type Target =
  | { kind: 'page'; page: Page; anchor: string | undefined }
  | { kind: 'home' }
  | { kind: 'file' | 'folder'; path: string }
  | { kind: 'broken'; reason: string }

/** Leads to the start page: what is there on a code host is the navigation here. */
const HOME = /^(docs|docs\/README\.md|docs\/(guides|reference|decisions))$/

/** `findTarget()` follows a link of a file, as a code host does. */
export function findTarget({ root, map }: { root: string; map: SiteMap }, from: string, url: string): Target {
  const [file = '', anchor] = url.split('#')
  const path = file === '' ? from : normalize(join(dirname(from), decodeURI(file))).replace(/\/$/, '')
  const known = map.targets.get(path) ?? map.targets.get(`${path}/README.md`)
  if (known !== undefined) {
    if (anchor === undefined) return { kind: 'page', page: known.page, anchor }
    const page = known.anchors.get(anchor)
    return page === undefined
      ? { kind: 'broken', reason: `${path} has no heading #${anchor}` }
      : { kind: 'page', page, anchor }
  }
  if (HOME.test(path)) return { kind: 'home' }
  if (!existsSync(join(root, path))) return { kind: 'broken', reason: `there is no ${basename(path)} at ${path}` }
  return { kind: statSync(join(root, path)).isDirectory() ? 'folder' : 'file', path }
}
