import type { CallInput, Contract } from '@pictable/client'
import { eventsForPeople, eventsOfFormat, type WebhookFormat } from '@pictable/model/webhook'
import { type Fields, fieldsIn, pointerStep, type Schema } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import type { WebhookJson } from './webhook.ts'

type Body = CallInput<Contract['webhooks']['create']>['body']
type EventName = NonNullable<Body['events']>[number]

/** A webhook while it is typed. */
export interface WebhookDraft {
  format: WebhookFormat
  fields: Fields
  events: readonly EventName[] | null
  actions: readonly string[] | null
}

const name = (example: string): Schema => ({ type: 'string', title: t('webhooks.name'), examples: [example] })

const url = (description: string, example: string): Schema => ({
  type: 'string',
  title: t('webhooks.url'),
  description,
  examples: [example],
})

const headersField: Schema = {
  type: 'object',
  title: t('webhooks.headers'),
  description: t('webhooks.headers_help'),
  additionalProperties: { type: 'string' },
}

const recipientsField: Schema = {
  type: 'array',
  title: t('webhooks.recipients'),
  description: t('webhooks.recipients_help'),
  items: { type: 'string', examples: ['ops@example.com'] },
}

const onlyFailuresField: Schema = {
  type: 'boolean',
  title: t('webhooks.only_failures'),
  description: t('webhooks.only_failures_help'),
}

const standardSchema: Schema = {
  type: 'object',
  required: ['name', 'url'],
  properties: {
    name: name('Shop'),
    url: url(t('webhooks.url_help'), 'https://shop.example/hooks/pictable'),
    headers: headersField,
    user_defined: {
      title: t('webhooks.user_defined'),
      description: t('webhooks.user_defined_help', {
        example: '{{record.fields.Name}}',
        secret: '{"$secret": "…"}',
      }),
    },
    timeout_s: { type: 'number', title: t('webhooks.timeout'), minimum: 1, maximum: 30, examples: [10] },
    only_failures: onlyFailuresField,
  },
}

const slackFields = {
  name: name('Team'),
  url: url(t('webhooks.slack_url_help'), 'https://hooks.slack.com/services/T000/B000/XXXX'),
}

const mailSchema: Schema = {
  type: 'object',
  required: ['name', 'recipients'],
  properties: { name: name('Operations'), recipients: recipientsField, only_failures: onlyFailuresField },
}

/** Whatever is one field of the form, by format. Headers of a message for Slack were set by the API. */
export function fieldsSchema({ format, fields: { headers } }: WebhookDraft): Schema {
  if (format === 'email') return mailSchema
  if (format === 'standard') return standardSchema
  const own = Object.keys(fieldsIn(headers)).length > 0 ? { headers: headersField } : {}
  return {
    type: 'object',
    required: ['name', 'url'],
    properties: { ...slackFields, ...own, only_failures: onlyFailuresField },
  }
}

/** What a new webhook of a format begins as. */
export function emptyDraft(format: WebhookFormat): WebhookDraft {
  const own = format === 'email' ? { recipients: [''] } : {}
  return { format, fields: own, events: format === 'standard' ? null : eventsForPeople, actions: null }
}

export function draftOf(webhook: WebhookJson): WebhookDraft {
  const { name, format, url, recipients, headers, user_defined: userDefined, timeout_ms: timeoutMs } = webhook
  const { events, actions, only_failures: onlyFailures } = webhook
  const shared = { name: name ?? url, only_failures: onlyFailures }
  if (recipients !== null) return { format, fields: { ...shared, recipients }, events, actions }
  const own = userDefined === null ? {} : { user_defined: userDefined }
  return { format, fields: { ...shared, url, headers, timeout_s: timeoutMs / 1000, ...own }, events, actions }
}

/** All that a format has a message for. */
export const eventsOf = ({ format }: WebhookDraft): readonly EventName[] => eventsOfFormat[format]

export function isMoved({ format, fields }: WebhookDraft, before: WebhookJson): boolean {
  return format !== 'email' && fields.url !== before.url
}

/** Places of masked secrets, by JSON pointer. */
function masksIn(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('$secret' in value) return String(value.$secret).startsWith('***') ? [at] : []
  return Object.entries(value).flatMap(([key, item]) => masksIn(item, at + pointerStep(key)))
}

/** The stored values that a draft with another URL still shows as masks, by JSON pointer: they must be entered again. */
export function valuesToEnter(draft: WebhookDraft, before: WebhookJson): ReadonlyMap<string, string> {
  if (!isMoved(draft, before)) return new Map()
  const headers = Object.keys(fieldsIn(draft.fields.headers)).filter(
    (name) => fieldsIn(draft.fields.headers)[name] === before.headers[name],
  )
  const secrets = masksIn(draft.fields.user_defined, '')
  return new Map([
    ...headers.map((name) => [`/headers${pointerStep(name)}`, t('webhooks.enter_again', { name })] as const),
    ...secrets.map((place) => [`/user_defined${place}`, t('webhooks.enter_again', { name: place.slice(1) })] as const),
  ])
}

const usualTimeoutMs = 10_000

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map((one) => textOf(one).trim()).filter((one) => one !== '') : []
}

/** As the API takes it. What is wrong with it, the server says. */
export function bodyOf({ format, fields, events, actions }: WebhookDraft): Body {
  const { name, url, recipients, headers, user_defined: userDefined, timeout_s: timeoutS } = fields
  const { only_failures: onlyFailures } = fields
  const shared = {
    format,
    name: textOf(name),
    events: events && [...events],
    only_failures: onlyFailures === true,
    actions: actions && [...actions],
  }
  if (format === 'email') return { ...shared, recipients: textsOf(recipients) }
  const sent = {
    ...shared,
    url: textOf(url),
    headers: Object.fromEntries(Object.entries(fieldsIn(headers)).map(([key, value]) => [key, textOf(value)])),
    timeout_ms: typeof timeoutS === 'number' ? Math.round(timeoutS * 1000) : usualTimeoutMs,
  }
  return format === 'slack' ? sent : { ...sent, user_defined: userDefined === undefined ? null : fieldsIn(userDefined) }
}
