import { open } from 'node:fs/promises'
import { AppError } from '#core/errors.ts'
import { type FeedFormat, type FeedSettings, shownUrl } from './feed-settings.ts'

const startBytes = 65_536

/** What servers send in place of a feed: a login, an error, or what people see. */
const webPage = /^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html|head|body)\b/i

/** Also of the old format of Excel, which is rejected in words when it is read. */
const workbooks = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0']

export type Detected = Exclude<FeedFormat, 'auto'>

export interface FeedPage {
  /** The downloaded file. */
  path: string
  contentType: string
  /** The URL that was asked for, and the one that answered. */
  asked: string
  url: string
}

/** The text of the first bytes, whatever the encoding: one byte for each sign that matters here. */
export async function startOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.toString('latin1', 0, bytesRead).replace(/^\xEF\xBB\xBF|^\xFF\xFE|^\xFE\xFF|\0/g, '')
  } finally {
    await file.close()
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether every line is a record of its own. */
function hasRecordLines(start: string): boolean {
  const [first = '', second = ''] = start.trimStart().split('\n', 2)
  return second.trimStart().startsWith('{') && isJson(first)
}

/** @throws AppError `source_server` for a web page in place of the feed */
function refuseWebPage(start: string, { asked, url }: FeedPage): void {
  if (!webPage.test(start)) return
  const from = url === asked ? '' : ` It redirected Pictable to ${shownUrl(url)}.`
  const message = `${shownUrl(asked)} returns a web page (HTML) and no feed; it may be a login page.${from} Check the URL and the header in the connection.`
  throw new AppError('source_server', message)
}

/** The format of a page of a feed, as the connection says or as it looks. @throws AppError `source_server` */
export async function detectFormat({ format: given }: FeedSettings, page: FeedPage): Promise<Detected> {
  const start = await startOf(page.path)
  refuseWebPage(start, page)
  if (given !== 'auto') return given
  if (workbooks.some((mark) => start.startsWith(mark))) return 'xlsx'
  const pathname = new URL(page.asked).pathname.replace(/\.gz$/i, '')
  if (/\b(x-)?(ndjson|jsonl|json-?lines|json-seq)\b/i.test(page.contentType) || /\.(jsonl|ndjson)$/i.test(pathname))
    return 'jsonl'
  if (/^\s*\{/.test(start) && hasRecordLines(start)) return 'jsonl'
  if (/^\s*</.test(start)) return 'xml'
  return /^\s*[[{]/.test(start) ? 'json' : 'csv'
}
