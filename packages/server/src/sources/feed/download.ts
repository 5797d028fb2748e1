import { createHash } from 'node:crypto'
import { AppError, type ErrorCode } from '#core/errors.ts'
import type { OnHeld } from '#core/ports/sources.ts'
import { createHostedApi, type Rejection, type WayOut } from '#sources/hosted/hosted-api.ts'
import { type FeedSettings, headersOf, shownUrl } from './feed-settings.ts'

/** What tells whether a page has changed since. */
export interface Validators {
  etag?: string | undefined
  lastModified?: string | undefined
}

/** An answer with its body in a file. */
export interface Downloaded extends Validators {
  contentType: string
  /** The header `Link`. */
  link: string | undefined
  /** The URL that answered. */
  url: string
}

export interface DownloadOptions {
  saveTo: string
  /** Of the page as it was last time: the answer is null while it is the same. */
  known?: Validators | undefined
  signal?: AbortSignal | undefined
}

export type Download = (url: string, options: DownloadOptions) => Promise<Downloaded | null>

export const mostDownloadBytes = 500_000_000
const mostDownloadMs = 10 * 60_000
const requestsPerSecond = 4

type Words = (shown: string) => string

const byStatus: Readonly<Record<number, readonly [ErrorCode, Words]>> = {
  401: [
    'source_auth',
    (shown) =>
      `${shown} rejected the credentials (401). Enter a valid header in the connection; the present one may have expired.`,
  ],
  402: ['source_quota', (shown) => `The plan at ${shown} is used up (402). Raise it there, or wait for it to renew.`],
  403: [
    'source_forbidden',
    (shown) =>
      `${shown} denies access to the feed (403). Check the header in the connection, and its rights at the server.`,
  ],
  404: ['source_not_found', (shown) => `There is no feed at ${shown} (404). Check the URL in the connection.`],
  410: ['source_not_found', (shown) => `The feed at ${shown} was removed (410). Enter its new URL in the connection.`],
  429: ['source_rate_limited', (shown) => `${shown} limits the requests (429). Pictable pauses, then continues.`],
}

function wordsOf(status: number): readonly [ErrorCode, Words] {
  if (status >= 500)
    return ['source_unavailable', (shown) => `The server of ${shown} has an internal error (${status}). Retry later.`]
  return ['source_invalid', (shown) => `${shown} rejected the request (${status}). Check the URL in the connection.`]
}

function rejectionOf(status: number, shown: string, isKnown: boolean): Rejection | null {
  if (status < 300 || (status === 304 && isKnown)) return null
  const [code, words] = byStatus[status] ?? wordsOf(status)
  return { error: new AppError(code, words(shown)) }
}

/** Users with different credentials share no limit. */
const scopeOf = (settings: FeedSettings) => {
  const { host } = new URL(settings.url)
  const user = createHash('sha256')
    .update(JSON.stringify([host, headersOf(settings)]))
    .digest('hex')
    .slice(0, 16)
  return { key: `feed user ${user}`, perSecond: requestsPerSecond }
}

const conditions = ({ etag, lastModified }: Validators) => ({
  ...(etag === undefined ? {} : { 'if-none-match': etag }),
  ...(lastModified === undefined ? {} : { 'if-modified-since': lastModified }),
})

/** A disk that takes no more is no fault of the feed. */
export function inWords(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error
  const message = 'The feed could not be saved: the disk of Pictable is full. Free some space in PICTABLE_DATA_DIR.'
  return new AppError('unavailable', message, { cause: error })
}

/** `createDownload()` brings the pages of a feed into files: governed, within bounds, with the headers of the connection. */
export function createDownload(
  way: WayOut,
  settings: FeedSettings,
  { connectionId, onHeld }: { connectionId: string; onHeld: OnHeld | undefined },
): Download {
  const { calls_per_day: perDay = null, calls_per_month: perMonth = null } = settings
  const own = new URL(settings.url).origin
  return async (url, { saveTo, known, signal }) => {
    const { origin, host, pathname, search } = new URL(url)
    const api = createHostedApi({
      ...way,
      product: host,
      baseUrl: origin,
      headers: { accept: '*/*', ...(origin === own ? headersOf(settings) : {}) },
      budget: { connectionId, perDay, perMonth },
      atOnce: 2,
      onHeld,
      rejectionOf: ({ status }) => rejectionOf(status, shownUrl(url), known !== undefined),
    })
    const call = {
      method: 'GET' as const,
      path: `${pathname}${search}`,
      headers: conditions(known ?? {}),
      download: { saveTo, totalTimeoutMs: mostDownloadMs },
      maxBodyBytes: mostDownloadBytes,
      scopes: [scopeOf(settings)],
      isRead: true,
      signal,
    }
    try {
      const { status, headers, url: answered = url } = await api.answer(call)
      if (status === 304) return null
      return {
        etag: headers.etag,
        lastModified: headers['last-modified'],
        contentType: headers['content-type'] ?? '',
        link: headers.link,
        url: answered,
      }
    } catch (error) {
      throw inWords(error)
    }
  }
}
