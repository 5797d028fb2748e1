import { createByteBudget } from '#core/byte-budget.ts'
import { PictureError } from '#core/image/picture-error.ts'
import { retryAfterMs } from '#core/retry-after.ts'
import { NetError, withCure } from '#net/policy/net-error.ts'
import type { GuardedAnswer, GuardedFetch } from './guarded-fetch-types.ts'

const bounds = {
  redirects: 3,
  allowHttp: true,
  connectTimeoutMs: 2000,
  headersTimeoutMs: 5000,
  totalTimeoutMs: 15_000,
  maxBodyBytes: 25 * 2 ** 20,
} as const

/** For all pictures that this process holds: the largest, and half as much again for those beside it. */
const budgetBytes = 1.5 * bounds.maxBodyBytes

const tooLarge = 'the image is larger than 25 MiB; save it smaller'

const statusWords: Readonly<Record<number, string>> = {
  401: 'the URL requires a login',
  403: 'the link may have expired',
  404: 'not found',
  410: 'it was deleted',
}

const isBriefStatus = (status: number) => status === 408 || status === 429 || status >= 500

/** Hosts that were slow, or broke off; one whose name or port is not there stays away. */
const briefCodes: ReadonlySet<string> = new Set(['connect_timeout', 'headers_timeout', 'timeout', 'too_slow', 'reset'])

function refused({ status, headers }: GuardedAnswer): PictureError {
  const words = statusWords[status]
  // a date counts by the host's own clock
  const waitMs = retryAfterMs(headers['retry-after'], new Date(headers.date ?? ''))
  return new PictureError('image_status', `the image returned ${status}${words ? ` (${words})` : ''}`, {
    status,
    isBrief: isBriefStatus(status),
    ...(waitMs === 0 ? {} : { retryAfterMs: waitMs }),
  })
}

/**
 * Brings a picture that a record names by URL, within bounds. What has been brought counts no longer against its `budget`.
 * @throws PictureError in words that fit behind "the image in field Photo"
 */
export function createFetchPicture(guardedFetch: GuardedFetch) {
  const budget = createByteBudget(budgetBytes, () => performance.now())

  async function fetchPicture(src: string, signal: AbortSignal): Promise<Uint8Array> {
    try {
      const answer = await guardedFetch(src, { ...bounds, budget, signal })
      if (answer.status >= 200 && answer.status < 300) return answer.body
      throw refused(answer)
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      const words = error.code === 'too_large' ? tooLarge : `the image cannot be fetched: ${withCure(error)}`
      throw new PictureError(`image_${error.code}`, words, {
        cause: error,
        isBrief: briefCodes.has(error.code),
      })
    }
  }

  return Object.assign(fetchPicture, { budget })
}
