import type { UrlRules } from '#net/policy/address-policy.ts'
import { NetError, refusal } from '#net/policy/net-error.ts'
import { asTyped } from '#net/policy/typed-host.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { connectSocket, createDial, loadSecureContext } from './dial.ts'
import { isRedirect } from './exchange.ts'
import type { GuardedAnswer, GuardedFetch, GuardedFetchOptions, GuardedFetchSetup } from './guarded-fetch-types.ts'
import { outgoingHeaders, outgoingRequest } from './outgoing-request.ts'
import { createResolve } from './resolve.ts'
import { createSend, type Sent } from './send.ts'

/** The only way out over HTTP: one resolution, every address vetted, exactly those dialled, every stage bounded. */
export function createGuardedFetch(setup: GuardedFetchSetup): GuardedFetch {
  const { policy, onBlocked, userAgent = 'Pictable', rateWindowMs = 5000 } = setup
  const resolve = setup.resolve ?? createResolve(setup.dnsServers)
  const connect = setup.connect ?? connectSocket
  const send = createSend(createDial({ policy, resolve, connect, secureContext: loadSecureContext(setup.caFile) }))

  async function follow(first: URL, options: GuardedFetchOptions, deadline: Deadline): Promise<Sent & { url: URL }> {
    const { redirects = 0, connectTimeoutMs } = options
    const request = outgoingRequest(first, options, { userAgent, rateWindowMs })
    for (let hopsLeft = redirects; ; hopsLeft -= 1) {
      const sent = await send(request, connectTimeoutMs, deadline)
      if (!request.follows || !isRedirect(sent.status)) return { ...sent, url: request.url }
      if (hopsLeft === 0) throw refusal('redirect', request.url.hostname, `more than ${redirects} redirects`)
      const next = policy.checkUrl(nextHop(request.url, sent.headers.location).href, rulesOf(options))
      if (next.origin !== request.url.origin) request.headers = outgoingHeaders({}, userAgent)
      request.url = next
    }
  }

  async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<GuardedAnswer> {
    const startedAtMs = performance.now()
    let deadline: Deadline | undefined
    try {
      const first = policy.checkUrl(url, rulesOf(options))
      deadline = createDeadline({ host: first.hostname, totalMs: options.totalTimeoutMs, signal: options.signal })
      const { opened, firstByteMs, url: last, ...answer } = await follow(first, options, deadline)
      const totalMs = performance.now() - startedAtMs
      return { ...answer, url: last.href, timings: { ...opened, firstByteMs, totalMs } }
    } catch (error) {
      if (error instanceof NetError && error.code.startsWith('blocked_')) onBlocked?.(error)
      throw asTyped(error, url)
    } finally {
      deadline?.finish()
    }
  }

  return Object.assign(guardedFetch, { close: send.close })
}

const rulesOf = ({ allowHttp = false, httpCure }: GuardedFetchOptions): UrlRules => ({ allowHttp, httpCure })

function nextHop(from: URL, location: string | undefined): URL {
  const next = location === undefined ? null : URL.parse(location, from)
  if (next === null) throw refusal('redirect', from.hostname, 'it redirects to something that is not a URL')
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw refusal('redirect', from.hostname, 'it redirects from https:// to http://')
  }
  return next
}
