import type { CallAnswer, Contract } from '@pictable/client'
import { t } from '#dashboard/strings/webhooks.ts'

export type WebhookJson = CallAnswer<Contract['webhooks']['get']>

/** A receiver that a trigger named has no name of its own. */
export function nameOf(webhook: WebhookJson): string {
  return webhook.name ?? destinationOf(webhook)
}

/** Where it sends to: its URL, or those who get the email. */
export function destinationOf({ url, recipients }: Pick<WebhookJson, 'url' | 'recipients'>): string {
  return recipients?.join(', ') ?? url
}

export function eventsText({ events }: WebhookJson): string {
  return events === null ? t('webhooks.all_events') : t('webhooks.some_events', { count: events.length })
}
