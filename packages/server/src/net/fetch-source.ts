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
  if (code === 'too_large') return 'Check the URL; if it is right, shorten the texts of the table.'
  if (code === 'too_slow' || code === 'timeout')
    return 'Check the URL, and the server: its response does not end, or is too slow.'
  return 'Check the URL, and that the server is running.'
}

function inWords(error: NetError): AppError {
  const cure = error.cure ?? cureOf(error)
  return new AppError(codeOf(error), `The table is unreachable: ${error.message.replace(/\.$/, '')}. ${cure}`, {
    cause: error,
  })
}

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
    try {
      return await guardedFetch(request.url, optionsOf(request, bounds))
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      throw error.code === 'not_sent' ? new NotSent() : inWords(error)
    }
  }
}
