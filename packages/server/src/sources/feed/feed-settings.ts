import { z } from 'zod'
import { keySetting, nameSetting, readingSettings } from '#sources/file/reading.ts'
import { callsPerDay } from '#sources/hosted/calls-per-day.ts'

export const feedFormats = ['auto', 'csv', 'tsv', 'json', 'jsonl', 'xml', 'xlsx', 'shopify'] as const
export type FeedFormat = (typeof feedFormats)[number]

const nextPageRules = ['auto', 'none', 'link', 'field', 'number', 'cursor'] as const

/** What frames a request is not for users to set. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|te|trailer|upgrade|expect|keep-alive)\s*:/i

const header = z
  .string()
  .trim()
  .max(4000)
  .regex(
    /^[\w!#$%&'*+.^`|~-]+:[ \t]*[\x21-\x7e][\x20-\x7e]*$/,
    'must be a name and a value, such as Authorization: Bearer abc',
  )
  .refine((text) => !ownHeaders.test(text), 'must not be a header that Pictable sets itself, such as Host')

export const feedSettings = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be a URL that begins with https:// or http://' })
    .max(2000)
    .refine((url) => !URL.canParse(url) || new URL(url).username === '', 'must have no password: enter it as a header')
    .meta({
      role: 'destination',
      title: 'URL',
      description: 'URL of the feed',
      examples: ['https://shop.example/products.csv'],
    }),
  format: z.enum(feedFormats).default('auto').meta({
    role: 'plain',
    title: 'Format',
    description:
      'Format of the feed; RSS, Atom and Google Merchant feeds are XML, and shopify is products.json of a Shopify shop. By default, Pictable detects it, but not shopify',
  }),
  key: keySetting,
  records: nameSetting({
    title: 'Records',
    description:
      'JSON: path of the list of records, with dots between names. XML: name of the element of a record. Default: Pictable finds them',
    examples: ['data.products', 'product'],
  }),
  header: header.exactOptional().meta({
    role: 'secret',
    title: 'Header',
    description:
      'HTTP header with a credential, such as "Authorization: Bearer <token>". Pictable sends it to the host of the URL only',
  }),
  second_header: header.exactOptional().meta({
    role: 'secret',
    title: 'Second header',
    description: 'Another HTTP header, if the server needs two',
  }),
  ...readingSettings,
  next_page: z.enum(nextPageRules).default('auto').meta({
    role: 'plain',
    title: 'Next page',
    description:
      'How a feed of several pages continues: with the URL in the header Link (link), with the URL in a field (field), with the number of the page (number) or the cursor in a field (cursor). Default: with the header Link if there is one',
  }),
  next_field: nameSetting({
    title: 'Field of the next page',
    description: 'JSON: path of the URL or cursor of the next page. Default: next',
    examples: ['paging.next.after'],
  }),
  next_parameter: nameSetting({
    title: 'Parameter of the next page',
    description: 'Parameter of the URL for the number or cursor of the page. Default: page or cursor',
    examples: ['offset'],
  }),
  calls_per_month: z.int().min(1).max(1_000_000_000).optional().meta({
    role: 'plain',
    keepsTables: true,
    title: 'Requests per month',
    description: 'Maximum requests that Pictable makes in a month. Default: no limit',
  }),
  calls_per_day: callsPerDay,
})

export type FeedSettings = z.output<typeof feedSettings>

/** The field that identifies a record. */
export const keyOf = ({ key, format }: FeedSettings): string | undefined =>
  key ?? (format === 'shopify' ? 'id' : undefined)

/** The headers that a feed is asked for with. */
export function headersOf({ header: first, second_header: second }: FeedSettings): Record<string, string> {
  const pairs = [first, second].flatMap((text): [string, string][] => {
    if (text === undefined) return []
    const colon = text.indexOf(':')
    return [[text.slice(0, colon).toLowerCase(), text.slice(colon + 1).trim()]]
  })
  return Object.fromEntries(pairs)
}

/** How messages name a URL: without its query, which may have a token in it. */
export function shownUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}
