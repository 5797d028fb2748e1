import { z } from 'zod'
import { modelNotFound } from './errors.ts'
import type { Base, Token, Webhook, WebhookFilters } from './model.ts'
import { readInput } from './read-input.ts'
import { type Call, type Route, requireBase } from './route.ts'
import {
  createWebhook,
  listPayloads,
  presentWebhook,
  refreshWebhook,
  requireWebhook,
  webhookSchema,
} from './webhooks.ts'

const nothing = z.strictObject({})
const enableSchema = z.strictObject({ enable: z.boolean() })
const whole = z.coerce.number().int().positive()
const payloadsSchema = z.strictObject({ cursor: whole.default(1), limit: whole.default(50) })

/** Who hears of data must be allowed to read data; the same for schemas. */
function requireScopes(token: Token, { dataTypes }: WebhookFilters): void {
  const needed = dataTypes.map((type) => (type === 'tableData' ? 'data.records:read' : 'schema.bases:read'))
  if (!needed.every((scope) => token.scopes.has(scope))) throw modelNotFound()
}

function named(call: Call): { base: Base; webhook: Webhook } {
  const base = requireBase(call)
  return { base, webhook: requireWebhook(call.world, base, call.path.webhook ?? '') }
}

function list(call: Call): unknown {
  readInput(nothing, call.query, call.world.settings.strict)
  return { webhooks: requireBase(call).webhooks.map((webhook) => presentWebhook(call.world, webhook)) }
}

function create(call: Call): unknown {
  const { world, token, body } = call
  const base = requireBase(call)
  const draft = readInput(webhookSchema, body, world.settings.strict)
  requireScopes(token, draft.specification.options.filters)
  return createWebhook(world, base, { draft, token })
}

function remove(call: Call): unknown {
  const { base, webhook } = named(call)
  base.webhooks = base.webhooks.filter((one) => one !== webhook)
  return {}
}

function refresh(call: Call): unknown {
  return { expirationTime: refreshWebhook(call.world, named(call).webhook) }
}

function enable(call: Call): unknown {
  named(call).webhook.notificationsEnabled = readInput(enableSchema, call.body, call.world.settings.strict).enable
  return {}
}

function payloads(call: Call): unknown {
  const { world, token, query } = call
  const { webhook } = named(call)
  requireScopes(token, webhook.specification.options.filters)
  return listPayloads(world, webhook, readInput(payloadsSchema, query, world.settings.strict))
}

const creator = { kind: 'webhook', scopes: ['webhook:manage'], permission: 'create', isMeta: true } as const
const reader = { ...creator, permission: 'read' } as const
const all = '/v0/bases/:base/webhooks'
const one = `${all}/:webhook`

export const webhookRoutes: readonly Route[] = [
  { ...reader, method: 'GET', path: all, handle: list },
  { ...creator, method: 'POST', path: all, handle: create },
  { ...creator, method: 'DELETE', path: one, handle: remove },
  { ...creator, method: 'POST', path: `${one}/refresh`, handle: refresh },
  { ...creator, method: 'POST', path: `${one}/enableNotifications`, handle: enable },
  { ...reader, kind: 'webhookPayloads', scopes: [], method: 'GET', path: `${one}/payloads`, handle: payloads },
]
