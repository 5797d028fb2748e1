import type { CallInput, Contract } from '@pictable/client'
import { type Fields, fieldsIn, pointerStep, type Schema } from '#dashboard/forms/schema.ts'
import { t } from '#dashboard/strings/webhooks.ts'
import type { WebhookJson } from './webhook.ts'

type Body = CallInput<Contract['webhooks']['create']>['body']
type EventName = NonNullable<Body['events']>[number]

/** A webhook while it is typed. */
export interface WebhookDraft {
  fields: Fields
  events: readonly EventName[] | null
  actions: readonly string[] | null
}

/** Whatever is one field of the form. */
export const fieldsSchema: Schema = {
  type: 'object',
  required: ['name', 'url'],
  properties: {
    name: { type: 'string', title: t('webhooks.name'), examples: ['Shop'] },
    url: {
      type: 'string',
      title: t('webhooks.url'),
      description: t('webhooks.url_help'),
      examples: ['https://shop.example/hooks/pictable'],
    },
    headers: {
      type: 'object',
      title: t('webhooks.headers'),
      description: t('webhooks.headers_help'),
      additionalProperties: { type: 'string' },
    },
    user_defined: {
      title: t('webhooks.user_defined'),
      description: t('webhooks.user_defined_help', {
        example: '{{record.fields.Name}}',
        secret: '{"$secret": "…"}',
      }),
    },
    timeout_s: { type: 'number', title: t('webhooks.timeout'), minimum: 1, maximum: 30, examples: [10] },
  },
}

export const emptyDraft: WebhookDraft = { fields: {}, events: null, actions: null }

export function draftOf(webhook: WebhookJson): WebhookDraft {
  const { name, url, headers, user_defined: userDefined, timeout_ms: timeoutMs, events, actions } = webhook
  const own = userDefined === null ? {} : { user_defined: userDefined }
  return { fields: { name: name ?? url, url, headers, timeout_s: timeoutMs / 1000, ...own }, events, actions }
}

export function isMoved({ fields }: WebhookDraft, before: WebhookJson): boolean {
  return fields.url !== before.url
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

/** As the API takes it. What is wrong with it, the server says. */
export function bodyOf({ fields, events, actions }: WebhookDraft): Body {
  const { name, url, headers, user_defined: userDefined, timeout_s: timeoutS } = fields
  return {
    name: textOf(name),
    url: textOf(url),
    headers: Object.fromEntries(Object.entries(fieldsIn(headers)).map(([key, value]) => [key, textOf(value)])),
    user_defined: userDefined === undefined ? null : fieldsIn(userDefined),
    timeout_ms: typeof timeoutS === 'number' ? Math.round(timeoutS * 1000) : usualTimeoutMs,
    events: events && [...events],
    actions: actions && [...actions],
  }
}
