import { AppError } from '#core/errors.ts'
import { invalid } from '#sources/table-file/grid.ts'
import { type FeedSettings, shownUrl } from './feed-settings.ts'

export interface ReadPage {
  /** The URL that it was asked for at. */
  url: string
  /** The header `Link`. */
  link: string | undefined
  /** Single values of JSON by path, as far as the rule needs them. */
  values: ReadonlyMap<string, unknown>
  /** How many records it has. */
  count: number
}

const shopPageSize = '250'

/** The URL of the first page: of a shop, with as many products as it gives at a time. */
export function firstUrl({ url, format }: FeedSettings): string {
  const first = new URL(url)
  first.hash = ''
  if (format === 'shopify' && !first.searchParams.has('limit')) first.searchParams.set('limit', shopPageSize)
  return first.href
}

/** Where the rule finds what it needs in JSON. */
export const valuesFor = ({ next_page: rule, next_field: field = 'next' }: FeedSettings): ReadonlySet<string> =>
  new Set(rule === 'field' || rule === 'cursor' ? [field] : [])

/** Whether the header `Link` tells what the next page is. */
export const followsLinks = ({ next_page: rule, format }: FeedSettings): boolean =>
  rule === 'link' || (rule === 'auto' && format !== 'shopify')

/** The URL that a header `Link` calls the next one. */
export function linkedIn(header: string | undefined): string | null {
  for (const link of header?.split(/,\s*(?=<)/) ?? []) {
    const [, url, parameters = ''] = /^\s*<([^>]*)>(.*)$/s.exec(link) ?? []
    const [, relation = ''] = /;\s*rel\s*=\s*"?([^";]*)/i.exec(parameters) ?? []
    if (url !== undefined && relation.toLowerCase().split(/\s+/).includes('next')) return url
  }
  return null
}

/** @throws AppError `source_server` for another server: it would be one that the user did not name */
function sameServer(next: string, { url }: ReadPage): string {
  const found = URL.canParse(next, url) ? new URL(next, url) : null
  const own = new URL(url)
  // Behind a proxy, servers often do not know that they are called by https.
  if (found?.hostname === own.hostname && own.protocol === 'https:' && found.protocol === 'http:') {
    found.protocol = own.protocol
    found.port = own.port
  }
  if (found?.origin === own.origin) return found.href
  const message = `${shownUrl(url)} continues at ${found === null ? 'something that is not a URL' : `another server, ${found.host}`}. Check the URL of the connection, and its rule for the next page.`
  throw new AppError('source_server', message)
}

function withParameter(url: string, name: string, value: string): string {
  const next = new URL(url)
  next.searchParams.set(name, value)
  return next.href
}

/** @throws AppError `invalid_request` when it is not a single text or number */
function valueAt({ values }: ReadPage, path: string): string | null {
  const value = values.get(path) ?? null
  if (value === null || value === false || value === '') return null
  if (typeof value === 'string' || typeof value === 'number') return String(value)
  throw invalid(`"${path}" of the JSON is no text or number. Change the field of the next page in the connection.`)
}

/** The number behind that of this page; null behind a page without records. */
function numbered(page: ReadPage, parameter: string): string | null {
  if (page.count === 0) return null
  const number = Number(new URL(page.url).searchParams.get(parameter) ?? 1)
  if (!Number.isSafeInteger(number))
    throw invalid(`The parameter "${parameter}" of the URL is not a number. Change it, or the rule for the next page.`)
  return withParameter(page.url, parameter, String(number + 1))
}

/** The URL of the page behind this one, by the rule of the connection; null behind the last. */
export function nextUrl(settings: FeedSettings, page: ReadPage): string | null {
  const { format, next_page: rule, next_field: field = 'next', next_parameter: parameter } = settings
  const follow = (next: string | null) => (next === null ? null : sameServer(next, page))
  if (followsLinks(settings)) return follow(linkedIn(page.link))
  switch (format === 'shopify' && rule === 'auto' ? 'number' : rule) {
    case 'field':
      return follow(valueAt(page, field))
    case 'number':
      return numbered(page, parameter ?? 'page')
    case 'cursor': {
      const cursor = valueAt(page, field)
      return cursor === null ? null : withParameter(page.url, parameter ?? 'cursor', cursor)
    }
    default:
      return null
  }
}
