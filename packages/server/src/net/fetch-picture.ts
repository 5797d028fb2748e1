import { RecordError } from '#core/run/record-error.ts'
import type { GuardedFetch } from './guarded-fetch-types.ts'
import { NetError } from './net-error.ts'

const bounds = {
  redirects: 3,
  allowHttp: true,
  connectTimeoutMs: 2000,
  headersTimeoutMs: 5000,
  totalTimeoutMs: 15_000,
  maxBodyBytes: 25 * 2 ** 20,
} as const

const statusWords: Readonly<Record<number, string>> = {
  401: 'the address needs a login',
  403: 'the link may have expired',
  404: 'there is nothing at this address',
  410: 'it is gone',
}

/** Brings a picture that a record names by URL, within bounds. @throws RecordError in words that fit behind "the image in field Photo" */
export function createFetchPicture(guardedFetch: GuardedFetch) {
  return async (src: string, signal: AbortSignal): Promise<Uint8Array> => {
    try {
      const { status, body } = await guardedFetch(src, { ...bounds, signal })
      if (status >= 200 && status < 300) return body
      const words = statusWords[status]
      throw new RecordError('image_status', `the image answered ${status}${words ? ` (${words})` : ''}`)
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      throw new RecordError(`image_${error.code}`, `the image cannot be fetched: ${error.message}`, { cause: error })
    }
  }
}
