import { type SendWebhook, WebhookSendError } from '#core/ports/webhooks.ts'
import { NetError, withCure } from '#net/policy/net-error.ts'
import { httpCure } from '#net/policy/webhook-guard.ts'
import type { GuardedFetch } from './guarded-fetch-types.ts'

const connectTimeoutMs = 5000
const maxBodyBytes = 64 * 1024

/** Sends to receivers through the guard. A redirect is an answer; of a long or slow body the head counts. */
export function createSendWebhook(guardedFetch: GuardedFetch, { allowHttp }: { allowHttp: boolean }): SendWebhook {
  return async ({ url, timeoutMs, ...request }) => {
    try {
      return await guardedFetch(url, {
        ...request,
        method: 'POST',
        redirects: 0,
        allowHttp,
        httpCure,
        connectTimeoutMs: Math.min(connectTimeoutMs, timeoutMs),
        headersTimeoutMs: timeoutMs,
        totalTimeoutMs: timeoutMs,
        maxBodyBytes,
        onOverflow: 'cut',
      })
    } catch (error) {
      if (!(error instanceof NetError)) throw error
      const { code } = error
      throw new WebhookSendError(code, withCure(error), { isTimeout: code.endsWith('timeout'), cause: error })
    }
  }
}
