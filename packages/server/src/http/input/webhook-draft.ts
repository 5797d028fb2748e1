import type { CallInput, Contract } from '@pictable/client'
import type { WebhookChange } from '#core/webhook/save-webhook.ts'

type WebhookJson = NonNullable<CallInput<Contract['webhooks']['update']>['body']>

/** What is not said stays undefined, so that an update leaves what there is. */
export function webhookChangeOf(json: WebhookJson): Omit<WebhookChange, 'name'> {
  return {
    format: json.format,
    url: json.url,
    recipients: json.recipients ?? undefined,
    headers: json.headers,
    userDefined: json.user_defined,
    secret: json.secret,
    events: json.events,
    onlyFailures: json.only_failures,
    actionIds: json.actions,
    timeoutMs: json.timeout_ms,
    active: json.active,
  }
}
