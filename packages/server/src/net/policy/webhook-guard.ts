import type { WebhookGuard } from '#core/ports/webhooks.ts'
import type { AddressPolicy } from './address-policy.ts'
import { NetError, withCure } from './net-error.ts'

/** Said where the operator has not allowed http://. */
export const httpCure = '. The operator of this server can allow http:// with PICTABLE_WEBHOOKS_ALLOW_HTTP=true'

/** What may be saved as the URL of a webhook: https, or http where the operator allows it, to an address that may be dialled. */
export function createWebhookGuard(policy: AddressPolicy, { allowHttp }: { allowHttp: boolean }): WebhookGuard {
  return {
    problemOf(url) {
      try {
        policy.checkUrl(url, { allowHttp, httpCure })
        return null
      } catch (error) {
        if (!(error instanceof NetError)) throw error
        return `cannot be used: ${withCure(error)}`
      }
    },
  }
}
