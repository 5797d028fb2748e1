import { NetError } from '#net/policy/net-error.ts'
import type { ExchangeRequest } from './exchange.ts'
import type { GuardedFetchOptions } from './guarded-fetch-types.ts'

const defaultMinBytesPerSecond = 2000
/** What frames the request or asks for another coding is ours to say. */
const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|te|trailer|upgrade|expect|keep-alive)$/i

type RequestDefaults = { userAgent: string; rateWindowMs: number }

/** The request of a call, with the defaults filled in. Throws a `NetError` for a header that is ours to set. */
export function outgoingRequest(url: URL, options: GuardedFetchOptions, defaults: RequestDefaults): ExchangeRequest {
  const method = options.method ?? 'GET'
  return {
    url,
    method,
    headers: outgoingHeaders(options.headers ?? {}, defaults.userAgent),
    body: options.body,
    follows: (options.redirects ?? 0) > 0 && (method === 'GET' || method === 'HEAD'),
    headersTimeoutMs: options.headersTimeoutMs,
    maxBodyBytes: options.maxBodyBytes,
    cuts: options.onOverflow === 'cut',
    minBytesPerSecond: options.minBytesPerSecond ?? defaultMinBytesPerSecond,
    rateWindowMs: defaults.rateWindowMs,
    budget: options.budget,
    saveTo: options.saveTo,
    mayStart: options.mayStart,
  }
}

/** The headers of a call and ours beside them. */
export function outgoingHeaders(headers: Readonly<Record<string, string>>, userAgent: string): Record<string, string> {
  const names = Object.keys(headers)
  const own = names.find((name) => ownHeaders.test(name))
  if (own !== undefined) throw new NetError('protocol', `The header "${own}" cannot be set`)
  const hasAgent = names.some((name) => name.toLowerCase() === 'user-agent')
  return { ...(hasAgent ? {} : { 'user-agent': userAgent }), ...headers, 'accept-encoding': 'identity' }
}
