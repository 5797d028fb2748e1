import { AppError, type ErrorCode } from '#core/errors.ts'
import { NotSent, type SourceFetch, type SourceRequest } from '#core/ports/source-fetch.ts'
import { NetError } from '#net/policy/net-error.ts'
import type { GuardedFetch, GuardedFetchOptions } from './guarded-fetch-types.ts'

/** `http://` is for servers of one's own, which the operator lists. */
const bounds = {
  allowHttp: true,
  connectTimeoutMs: 5000,
  headersTimeoutMs: 30_000,
  totalTimeoutMs: 60_000,
} as const

const defaultBodyBytes = 20_000_000
const MOST_REDIRECTS = 3

function codeOf({ code, retryable }: NetError): ErrorCode {
  if (retryable) return 'source_unavailable'
  return code === 'too_large' ? 'source_invalid' : 'source_server'
}

function inWords(error: NetError): AppError {
  const otherCure = error.code.startsWith('blocked_')
    ? 'Check the URL in the connection: Pictable never calls this one.'
    : 'Check the URL, and that the server is running.'
  const cure = error.cure ?? otherCure
  return new AppError(codeOf(error), `The table is unreachable: ${error.message.replace(/\.$/, '')}. ${cure}`, {
    cause: error,
  })
}

function optionsOf({
  url: _url,
  maxBodyBytes = defaultBodyBytes,
  download,
  ...request
}: SourceRequest): GuardedFetchOptions {
  return { ...bounds, maxBodyBytes, ...request, ...(download && { ...download, redirects: MOST_REDIRECTS }) }
}

/** Calls hosted table products through the guard. Only the download of a file follows redirects. */
export function createFetchSource(guardedFetch: GuardedFetch): SourceFetch {
  return async (request) => {
    try {
      return await guardedFetch(request.url, optionsOf(request))
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      throw error.code === 'not_sent' ? new NotSent() : inWords(error)
    }
  }
}
