import { AppError, type ErrorCode } from '#core/errors.ts'
import { NotSent, type SourceFetch, type SourceRequest } from '#core/ports/source-fetch.ts'
import { NetError } from '#net/policy/net-error.ts'
import type { GuardedFetch, GuardedFetchOptions } from './guarded-fetch-types.ts'

export type SourceBounds = Pick<GuardedFetchOptions, 'connectTimeoutMs' | 'headersTimeoutMs' | 'totalTimeoutMs'>

const defaultBounds: SourceBounds = { connectTimeoutMs: 5000, headersTimeoutMs: 30_000, totalTimeoutMs: 60_000 }

const defaultBodyBytes = 20_000_000
const MOST_REDIRECTS = 3

function codeOf({ code, retryable }: NetError): ErrorCode {
  if (retryable) return 'source_unavailable'
  return code === 'too_large' ? 'source_invalid' : 'source_server'
}

function cureOf({ code }: NetError): string {
  if (code.startsWith('blocked_')) return 'Check the URL in the connection: Pictable never calls this one.'
  if (code === 'too_slow' || code === 'timeout')
    return 'Check the URL, and the server: its response does not end, or is too slow.'
  return 'Check the URL, and that the server is running.'
}

function wordsOf(error: NetError, maxBodyBytes: number): string {
  if (error.code !== 'too_large')
    return `The table is unreachable: ${error.message.replace(/\.$/, '')}. ${error.cure ?? cureOf(error)}`
  const server = error.about === undefined ? 'the server' : `"${error.about.host.slice(0, 253)}"`
  const most = `${maxBodyBytes / 1_000_000} MB`
  return `The response of ${server} is larger than Pictable accepts (${most}). Check the URL; if it is right, make the response smaller: fewer records, or shorter texts.`
}

const inWords = (error: NetError, maxBodyBytes: number): AppError =>
  new AppError(codeOf(error), wordsOf(error, maxBodyBytes), { cause: error })

/** `http://` is for servers of one's own, which the operator lists. */
function optionsOf(
  { url: _url, maxBodyBytes = defaultBodyBytes, download, ...request }: SourceRequest,
  bounds: SourceBounds,
): GuardedFetchOptions {
  const own = { allowHttp: true, ...bounds, maxBodyBytes, ...request }
  return download === undefined ? own : { ...own, ...download, redirects: MOST_REDIRECTS }
}

/** Calls hosted table products through the guard. Only the download of a file follows redirects. */
export function createFetchSource(guardedFetch: GuardedFetch, bounds: SourceBounds = defaultBounds): SourceFetch {
  return async (request) => {
    const options = optionsOf(request, bounds)
    try {
      return await guardedFetch(request.url, options)
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      throw error.code === 'not_sent' ? new NotSent() : inWords(error, options.maxBodyBytes)
    }
  }
}
