import type { WebhookFormat } from '@pictable/model/webhook'

/** The destination of an email webhook as a URL: every webhook has one, and what is bound to it moves with it. */
export function mailtoOf(recipients: readonly string[]): string {
  return `mailto:${recipients.join(',')}`
}

/** null for a webhook that is not email. */
export function recipientsOf({ format, url }: { format: WebhookFormat; url: string }): string[] | null {
  return format === 'email' ? url.replace(/^mailto:/, '').split(',') : null
}

/** Whether a delivery still goes there: its recipient may have been removed since the event. */
export function isRecipient(webhook: { format: WebhookFormat; url: string }, recipient: string): boolean {
  return recipientsOf(webhook)?.includes(recipient) === true
}
