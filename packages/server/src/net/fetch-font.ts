import { AppError } from '#core/errors.ts'
import type { FetchFontFile } from '#core/ports/font-catalogs.ts'
import { NetError } from '#net/policy/net-error.ts'
import type { GuardedFetch } from './guarded-fetch-types.ts'

const bounds = { redirects: 3, connectTimeoutMs: 5000, headersTimeoutMs: 15_000, totalTimeoutMs: 120_000 } as const

/** Brings what the catalogues of fonts have, from the addresses in the settings. */
export function createFetchFont(guardedFetch: GuardedFetch): FetchFontFile {
  return async ({ url, service, ...limits }) => {
    try {
      const { status, body } = await guardedFetch(url, { ...bounds, ...limits })
      if (status === 404 || status === 410) return null
      if (status >= 200 && status < 300) return body
      throw new AppError('fonts_unavailable', `${service} returned ${status}. Retry later.`)
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      const cure = error.cure ?? 'Check that this server has a network, or install fonts from files.'
      const reason = error.message.replace(/\.$/, '')
      throw new AppError('fonts_unavailable', `${service} is unreachable: ${reason}. ${cure}`, { cause: error })
    }
  }
}
