import type { CallAnswer, Contract } from '@pictable/client'
import { t } from '#dashboard/strings/webhooks.ts'

export type WebhookJson = CallAnswer<Contract['webhooks']['get']>

/** A receiver that a trigger named has no name of its own. */
export function nameOf({ name, url }: WebhookJson): string {
  return name ?? url
}

export function eventsText({ events }: WebhookJson): string {
  return events === null ? t('webhooks.all_events') : t('webhooks.some_events', { count: events.length })
}
