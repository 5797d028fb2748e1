import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attributes, escapeHtml, textOf } from '#docs/content/html.ts'
import { openPictures, type Pictures } from '#docs/content/pictures.ts'
import { placeUrls, renderMarkdown } from '#docs/content/render.ts'
import { breadcrumb, neighbours, onThisPage } from '#docs/layout/guide.ts'
import { home } from '#docs/layout/home.ts'
import { type Assets, layout } from '#docs/layout/layout.ts'
import { sidebar } from '#docs/layout/sidebar.ts'
import { filePage, filePageOf, filesIn, fileUrlOf, folderPage } from '#docs/pages/file-pages.ts'
import type { Entry, Navigation, Section } from '#docs/pages/navigation.ts'
import { BASE, type Page, urlOf } from '#docs/pages/page.ts'
import { findTarget, mapSite, type RenderedPage, type SiteMap, type Target } from '#docs/pages/site-map.ts'
import { createIndex } from '#docs/search/create-index.ts'

export interface Site {
  /** By path below the base. */
  files: Map<string, string | Uint8Array>
  /** Links of the Markdown that lead nowhere: where they are, and why. */
  broken: string[]
  /** Every file of the repository that a page shows. */
  sources: Set<string>
}

interface Building {
  root: string
  map: SiteMap
  assets: Assets
  pictures: Pictures
  site: Site
  /** Files and folders of the repository that a page shows, until each has its page. */
  shown: Map<string, 'file' | 'folder'>
}

const PICTURE = /\.(webp|jpg|png|svg)$/
/** Shown as they are: programs read them. */
const RAW = /^docs\/reference\/(.+\.json)$/
const HERO = 'docs/sample.jpg'

/** The URL of what a link leads to; undefined for one that leads nowhere. */
function urlOfTarget({ root, site, shown }: Building, target: Target): string | undefined {
  if (target.kind === 'home') return BASE
  if (target.kind === 'page') return urlOf(target.page) + (target.anchor === undefined ? '' : `#${target.anchor}`)
  if (target.kind === 'broken') return undefined
  const [, raw] = RAW.exec(target.path) ?? []
  if (raw !== undefined) {
    site.sources.add(target.path)
    site.files.set(`reference/${raw}`, readFileSync(join(root, target.path)))
    return `${BASE}/reference/${raw}`
  }
  shown.set(target.path, target.kind)
  return fileUrlOf(target.path)
}

/** Puts the pictures and links of a page in their places. */
function placed(building: Building, path: string, html: string): string {
  const { site, pictures } = building
  const withPictures = html.replaceAll(/<img src="md:([^"]+)" alt="([^"]*)">/g, (_, url: string, alt: string) => {
    const target = findTarget(building, path, url)
    if (target.kind === 'file') return pictures.markup(target.path, alt)
    site.broken.push(`${path}: the picture ${url} is missing`)
    return ''
  })
  return placeUrls(withPictures, (_kind, url) => {
    const target = findTarget(building, path, url)
    if (target.kind === 'broken') site.broken.push(`${path}: ${url}: ${target.reason}`)
    return attributes({ href: urlOfTarget(building, target) })
  })
}

function guide(building: Building, page: RenderedPage, [previous, next]: readonly (Page | undefined)[]): string {
  const { map, assets } = building
  const first = map.pages.find(({ section }) => section === page.section) ?? page
  const article = placed(building, page.path, page.content.html)
  return layout({
    ...{ assets, title: `${page.title} · Pictable`, summary: page.summary },
    kind: page.section.title === 'Reference' ? 'reference' : 'guide',
    sidebar: sidebar(map, page),
    aside: onThisPage(page),
    breadcrumb: breadcrumb(page, first),
    main: `<article>\n${article}</article>\n${neighbours(previous, next)}`,
  })
}

/** A page beside the navigation: the start page is its neighbour. */
const outside = (title: string, site: string, section: Section): Page => ({
  ...{ title, site, section, path: '', summary: title, markdown: '', raised: 0, parts: [] },
})

function addHome(building: Building, tasks: readonly Entry[]): void {
  const { map, assets, pictures, site } = building
  const urlOfTask = (path: string): string => {
    const [file = '', section] = path.split('#')
    if (section !== undefined) return `${BASE}#${section}`
    const target = map.targets.get(file)
    if (target === undefined) throw new Error(`docs/navigation.json: ${path} is a task, but no page`)
    return urlOf(target.page)
  }
  const picture = pictures.markup(HERO, 'Six cards of one template, with different products and scripts')
  const [section = { title: '', summary: '', pages: [] }] = map.sections
  const html = layout({
    ...{ assets, title: 'Pictable documentation', kind: 'home', aside: '' },
    summary: 'How to make an image for every record of a table.',
    sidebar: sidebar(map, outside('Documentation', '', section)),
    main: home({ map, tasks: tasks.map((task) => ({ ...task, url: urlOfTask(task.path) })), picture }),
  })
  site.files.set('index.html', html)
}

function addMissing({ map, assets, site }: Building): void {
  const none = outside('Page not found', '404', { title: 'None', summary: '', pages: [] })
  const main = `<article><h1>Page not found</h1>
<p>There is no page at this URL. It may have moved, or the link may be misspelt.</p>
<p>Search for it at the top of the page, or go to the <a href="${BASE}">start page</a>.</p></article>`
  const html = layout({
    assets,
    title: 'Page not found · Pictable',
    summary: none.title,
    kind: 'guide',
    sidebar: sidebar(map, none),
    aside: '<div class="aside"></div>',
    main,
  })
  site.files.set('404.html', html)
}

function addFiles(building: Building): void {
  const { root, map, assets, site, shown } = building
  for (const [path, kind] of shown) {
    const page = outside(path, filePageOf(path), { title: 'Files', summary: '', pages: [] })
    const files = kind === 'folder' ? filesIn(root, path) : [path]
    for (const each of files) site.sources.add(each)
    const markdown = kind === 'folder' ? folderPage(root, path) : filePage(root, path)
    const content = renderMarkdown(markdown, { raised: 0, hasRows: false })
    const main = `<nav class="breadcrumb" aria-label="Breadcrumb"><ol><li><a href="${BASE}">Documentation</a></li><li aria-current="page">${escapeHtml(path)}</li></ol></nav>
<article>\n${content.html}</article>`
    const aside = onThisPage({ ...page, content })
    const html = layout({
      assets,
      title: `${textOf(path)} · Pictable`,
      summary: path,
      kind: 'guide',
      sidebar: sidebar(map, page),
      aside,
      main,
    })
    site.files.set(`${filePageOf(path)}.html`, html)
  }
}

/** Pictures that pages show. */
function picturesIn(map: SiteMap, root: string): string[] {
  const found = map.pages.flatMap(({ path, content }) =>
    [...content.html.matchAll(/<img src="md:([^"]+)"/g)].map(([, url = '']) => findTarget({ root, map }, path, url)),
  )
  const paths = found.flatMap((target) => (target.kind === 'file' && PICTURE.test(target.path) ? [target.path] : []))
  return [...new Set([HERO, ...paths])]
}

/** `buildSite()` makes every file of the site but its scripts and styles. */
export async function buildSite(
  root: string,
  navigation: Navigation,
  ownAssets: Omit<Assets, 'searchIndex'>,
): Promise<Site> {
  const map = mapSite(root, navigation.sections)
  const pictures = picturesIn(map, root)
  const sources = new Set([...map.pages.map(({ path }) => path), ...pictures])
  const site: Site = { files: new Map(), broken: [], sources }
  const index = createIndex(map)
  const assets = { ...ownAssets, searchIndex: `${BASE}/${index.file}` }
  const building = { root, map, assets, site, shown: new Map(), pictures: await openPictures(root, pictures, BASE) }
  site.files.set(index.file, index.text)
  for (const [at, page] of map.pages.entries())
    site.files.set(`${page.site}.html`, guide(building, page, [map.pages[at - 1], map.pages[at + 1]]))
  addHome(building, navigation.tasks)
  addMissing(building)
  addFiles(building)
  for (const [file, bytes] of building.pictures.files) site.files.set(file, bytes)
  return site
}
