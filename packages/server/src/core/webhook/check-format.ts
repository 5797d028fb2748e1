import { type EventName, eventsForPeople, eventsOfFormat, type WebhookFormat } from '@pictable/model/webhook'
import type { ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { World } from '#core/ports/world.ts'
import { mailtoOf } from './mail-recipients.ts'
import type { WebhookChange } from './save-webhook.ts'

export const MAIL_IS_OFF =
  'Email is not set up on this server. Its operator sets PICTABLE_SMTP_HOST and PICTABLE_SMTP_FROM'

const isEmpty = (value: unknown) => value === undefined || value === null || Object.keys(Object(value)).length === 0

/** Parts of a webhook that a format has no place for. */
function problemsOfParts(format: WebhookFormat, { headers, userDefined, secret, recipients }: WebhookChange) {
  const problems: ErrorDetail[] = []
  const refuse = (key: string, detail: string) => problems.push({ pointer: pointer(key), detail })
  const what = format === 'slack' ? 'a message for Slack' : 'an email'
  if (format !== 'standard' && !isEmpty(userDefined))
    refuse('user_defined', `cannot be sent with ${what}. Use the format standard`)
  if (format !== 'standard' && typeof secret === 'string')
    refuse('secret', `must be null: ${what} is not signed. Use the format standard`)
  if (format === 'email' && !isEmpty(headers)) refuse('headers', 'cannot be sent with an email')
  if (format !== 'email' && !isEmpty(recipients)) refuse('recipients', 'are of the format email. Name a URL instead')
  return problems
}

function problemsOfEvents(format: WebhookFormat, events: readonly EventName[]): ErrorDetail[] {
  return events.flatMap((event, index) =>
    eventsOfFormat[format].includes(event)
      ? []
      : [
          {
            pointer: pointer('events', index),
            detail: `is not sent by ${format}. Choose ${eventsOfFormat[format].join(', ')}`,
          },
        ],
  )
}

/** Addresses that differ only in case are one mailbox nearly everywhere, which would get each message twice. */
function problemsOfRecipients(recipients: readonly string[]): ErrorDetail[] {
  const first = new Map<string, number>()
  return recipients.flatMap((address, index) => {
    const key = address.toLowerCase()
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, index)
    return earlier === undefined ? [] : [{ pointer: pointer('recipients', index), detail: 'is named twice' }]
  })
}

/** What the format of a webhook does not allow. `url`: that of the stored one, which may be sent as it is shown. */
export function problemsOfFormat(
  { mail }: Pick<World, 'mail'>,
  { format, url }: { format: WebhookFormat; url: string | null },
  change: WebhookChange,
): ErrorDetail[] {
  const problems = [
    ...problemsOfParts(format, change),
    ...problemsOfEvents(format, change.events ?? []),
    ...problemsOfRecipients(change.recipients ?? []),
  ]
  const isNew = url === null
  if (format === 'email' && change.url !== undefined && change.url !== url)
    problems.push({ pointer: '/url', detail: 'is not for email. Name the recipients' })
  if (format === 'email' && isNew && change.recipients === undefined)
    problems.push({ pointer: '/recipients', detail: 'must name who gets the email' })
  if (format !== 'email' && isNew && change.url === undefined)
    problems.push({ pointer: '/url', detail: 'must name where events are sent' })
  if (format === 'email' && isNew && mail === null)
    problems.push({ pointer: '/format', detail: `cannot be used. ${MAIL_IS_OFF}` })
  return problems
}

/** The URL that a change names; undefined when it names none. */
export function destinationOf(format: WebhookFormat, { url, recipients }: WebhookChange): string | undefined {
  if (format !== 'email') return url
  return recipients === undefined ? undefined : mailtoOf(recipients)
}

/** The events of a change: none that its format has no message for. */
export function eventsOf(format: WebhookFormat, events: readonly EventName[] | null): readonly EventName[] | null {
  return events === null && format === 'email' ? eventsOfFormat.email : events
}

/** People are notified of few events unless they choose. */
export function usualEventsOf(format: WebhookFormat): readonly EventName[] | null {
  return format === 'standard' ? null : eventsForPeople
}
