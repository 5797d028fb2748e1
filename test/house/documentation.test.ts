import { globSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { BASE } from '@pictable/docs/pages/page.ts'
import { readNavigation } from '@pictable/docs/pages/read-navigation.ts'
import { shown } from '@pictable/docs/pictures/shown.ts'
import { openSearch, type Search } from '@pictable/docs/search/find.ts'
import { buildSite, type Site } from '@pictable/docs/site.ts'
import { beforeAll, describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const navigation = readNavigation(root)
const listed = navigation.sections.flatMap(({ pages }) => pages.map(({ path }) => path))

/** What search sends for everything, the API reference included. */
const MAX_SEARCH_BYTES = 300_000

/** The scripts and styles of the site come from Vite, which is not needed for what is checked here. */
const assets = ['theme.js', 'main.js', 'inter.woff2', 'favicon.svg', 'site.css'].map((name) => `${BASE}/assets/${name}`)
const [theme = '', script = '', font = '', icon = '', style = ''] = assets

let site: Site
let search: Search
let indexBytes = 0
const html = new Map<string, string>()

beforeAll(async () => {
  site = await buildSite(root, navigation, { styles: [style], theme, script, font, icon })
  for (const [file, content] of site.files) if (file.endsWith('.html')) html.set(file, String(content))
  const [, index = ''] = [...site.files].find(([file]) => /^assets\/search-.*\.json$/.test(file)) ?? []
  search = openSearch(JSON.parse(String(index)))
  indexBytes = brotliCompressSync(index, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length
})

/** Links and pictures of a page of the site that lead nowhere. */
function brokenIn(page: string): string[] {
  const urls = [...page.matchAll(/ (?:href|src|srcset)="([^"]*)"/g)].map(([, url = '']) => url)
  return urls.filter((url) => {
    if (/^https?:/.test(url) || assets.includes(url)) return false
    const [path = '', anchor] = url.split('#')
    const name = path.slice(BASE.length + 1) || 'index.html'
    const target = path === '' ? page : (html.get(`${name}.html`) ?? html.get(name))
    if (target === undefined) return !site.files.has(name)
    return anchor !== undefined && !target.includes(` id="${decodeURIComponent(anchor)}"`)
  })
}

describe('docs/navigation.json', () => {
  test('has each guide, reference page and decision exactly once (add a new page to one of its sections)', () => {
    const files = globSync('docs/{guides,reference,decisions}/*.md', { cwd: root })
    expect(listed.filter((path) => path.startsWith('docs/')).sort()).toEqual(files.sort())
    expect(new Set(listed).size).toBe(listed.length)
  })

  test('names tasks that lead to its pages', () => {
    const places = [...listed, ...navigation.sections.map(({ title }) => `docs/README.md#${title.toLowerCase()}`)]
    expect(navigation.tasks.filter(({ path }) => !places.includes(path))).toEqual([])
  })
})

describe('the documentation as a site', () => {
  test('has no Markdown link that leads nowhere', () => {
    expect(site.broken).toEqual([])
  })

  test('has no link, anchor or picture that leads nowhere', () => {
    const broken = [...html].flatMap(([file, page]) => brokenIn(page).map((url) => `${file}: ${url}`))
    expect(broken).toEqual([])
    expect(html.size).toBeGreaterThan(100)
  })

  test('a link that leads nowhere is found', () => {
    const page = `<a href="${BASE}/guides/none">a</a><a href="${BASE}/guides/sql#none">b</a><a href="${BASE}/guides/sql">c</a>`
    expect(brokenIn(page)).toEqual([`${BASE}/guides/none`, `${BASE}/guides/sql#none`])
  })

  test('holds nothing that its content security policy forbids', () => {
    const forbidden = [...html].filter(([, page]) => /<style|<script>| style="| on\w+="|javascript:/.test(page))
    expect(forbidden.map(([file]) => file)).toEqual([])
  })

  test('says everything in pages that are read quickly', () => {
    const heavy = [...html].filter(([file, page]) => !file.startsWith('files/') && page.length > 200_000)
    expect(heavy.map(([file]) => file)).toEqual([])
  })
})

describe('search', () => {
  test('is light', () => {
    expect(indexBytes).toBeLessThan(MAX_SEARCH_BYTES)
  })

  test.each([
    ['write back to airtable', 'guides/airtable'],
    ['verify webhook signature', 'guides/verify-webhooks'],
    ['reset password', 'guides/people#reset-a-password'],
    ['PICTABLE_PORT', 'reference/settings#PICTABLE_PORT'],
    ['s3 bucket', 'guides/storage#a-bucket'],
    ['how do I install a font', 'guides/fonts#install-popular-fonts'],
    ['google sheet', 'guides/google-sheets'],
    ['cron schedule', 'guides/triggers#schedule'],
    ['rate limit 429', 'reference/errors#rate_limited'],
    ['https reverse proxy', 'guides/operating'],
    ['backup', 'guides/backup'],
    ['qr code', 'reference/templates#qr-code'],
    ['retry failed records', 'guides/first-action#6-fix-the-record-and-retry'],
    ['open graph image url', 'guides/signed-urls'],
    ['shopify feed', 'guides/feeds'],
    ['render csv command line', 'guides/render-without-a-server'],
    ['image_failed', 'reference/errors#image_failed'],
    ['actions-create', 'reference/api/actions#actions-create'],
    ['excel import', 'guides/tables'],
    ['airtable errors', 'guides/airtable#errors'],
    ['docker', 'guides/docker'],
    ['https own domain', 'guides/docker'],
    ['api key scope', 'guides/api-keys'],
    ['python client', 'python'],
    ['zapier', 'guides/http-step'],
    ['make.com', 'guides/http-step'],
    // With the wrong letters, as people type them.
    ['webook', 'guides/webhooks'],
    ['kubernets', 'guides/kubernetes'],
    ['postgress', 'guides/sql'],
  ])('for "%s" finds %s', (query, expected) => {
    const found = search.find(query).slice(0, 3)
    const first = found[0]
    const urls = [first?.url, ...found.flatMap(({ hits }) => hits.map(({ url }) => url))]
    expect(urls).toContain(`${BASE}/${expected}`)
    // A page that is asked for by its name comes first; a name in the reference may come after the guides about it.
    if (!expected.includes('#')) expect(first?.url).toBe(`${BASE}/${expected}`)
  })

  test('finds nothing for what is nowhere', () => {
    expect(search.find('xylophonqz')).toEqual([])
    expect(search.find('')).toEqual([])
  })

  test('says with each result what is there', () => {
    const [page] = search.find('reset password')
    expect(page).toMatchObject({ title: 'Members', section: 'Operate' })
    expect(page?.hits[0]).toMatchObject({ heading: 'Reset a password' })
    expect(page?.hits[0]?.excerpt.length).toBeGreaterThan(40)
  })
})

describe('pictures', () => {
  test('are each made by a script that docs/make-pictures.ts knows', () => {
    const files = globSync('docs/**/*.{webp,jpg,png,svg}', { cwd: root })
    expect(shown.map(({ path }) => path).sort()).toEqual(files.sort())
  })

  test('show files that exist', () => {
    const missing = shown.flatMap(({ path, made: [script], shows }) =>
      [script, ...Object.values(shows).flat()]
        .filter((glob) => globSync(glob, { cwd: root }).length === 0)
        .map((glob) => `${path}: ${glob}`),
    )
    expect(missing).toEqual([])
  })
})
