import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { failure, invalid, notFound } from './errors.ts'
import { createId } from './ids.ts'
import type { Base, Token, Webhook } from './model.ts'
import { goOn, type World } from './world.ts'

const ids = z.array(z.string())

export const webhookSchema = z.strictObject({
  notificationUrl: z.url().nullable().optional(),
  specification: z.strictObject({
    options: z.strictObject({
      filters: z.strictObject({
        dataTypes: z.array(z.enum(['tableData', 'tableFields', 'tableMetadata'])).min(1),
        recordChangeScope: z.string().optional(),
        changeTypes: z.array(z.enum(['add', 'remove', 'update'])).optional(),
        fromSources: ids.optional(),
        watchDataInFieldIds: ids.optional(),
        watchSchemasOfFieldIds: ids.optional(),
      }),
      includes: z
        .strictObject({
          includeCellValuesInFieldIds: z.union([ids, z.literal('all')]).optional(),
          includePreviousCellValues: z.boolean().optional(),
          includePreviousFieldDefinitions: z.boolean().optional(),
        })
        .optional(),
    }),
  }),
})

const perBase = 10
const perOauth = 2
const maxPayloads = 50

/** Payloads, and what is left of an expired webhook, are kept that long. */
const keptMs = 7 * 24 * 3_600_000

function checkIds(
  base: Base,
  { recordChangeScope, watchDataInFieldIds = [] }: Webhook['specification']['options']['filters'],
): void {
  const scopes = base.tables.flatMap(({ id, views }) => [id, ...views.map((view) => view.id)])
  const fields = base.tables.flatMap((table) => table.fields.map(({ id }) => id))
  const isKnown = recordChangeScope === undefined || scopes.includes(recordChangeScope)
  if (isKnown && watchDataInFieldIds.every((id) => fields.includes(id))) return
  throw invalid('INVALID_WEBHOOK_SPECIFICATION', 'The specification names a table, view or field that is not there')
}

export function createWebhook(
  world: World,
  base: Base,
  { draft, token }: { draft: z.output<typeof webhookSchema>; token: Token },
): Record<string, unknown> {
  checkIds(base, draft.specification.options.filters)
  const own = base.webhooks.filter(({ oauth }) => oauth).length
  if (base.webhooks.length >= perBase || (token.kind === 'oauth' && own >= perOauth)) {
    throw failure(403, 'TOO_MANY_WEBHOOKS_BY_OAUTH_INTEGRATION_OR_BASE', 'There are too many webhooks in this base')
  }
  const webhook: Webhook = {
    id: createId('ach'),
    notificationUrl: draft.notificationUrl ?? null,
    specification: draft.specification,
    secret: randomBytes(32),
    oauth: token.kind === 'oauth',
    expiresAtMs: world.settings.now() + world.settings.webhookLifeMs,
    notificationsEnabled: true,
    payloads: [],
    nextCursor: 1,
    lastSuccessMs: null,
    lastResult: null,
  }
  base.webhooks.push(webhook)
  return {
    id: webhook.id,
    macSecretBase64: webhook.secret.toString('base64'),
    expirationTime: new Date(webhook.expiresAtMs).toISOString(),
  }
}

/** A webhook that still exists; a week after it expired it does not. */
export function requireWebhook(world: World, base: Base, id: string): Webhook {
  const webhook = base.webhooks.find((one) => one.id === id)
  if (!webhook || world.settings.now() >= webhook.expiresAtMs + keptMs) throw notFound()
  return webhook
}

const isAlive = (world: World, webhook: Webhook): boolean => world.settings.now() < webhook.expiresAtMs

export function presentWebhook(world: World, webhook: Webhook): Record<string, unknown> {
  return {
    id: webhook.id,
    areNotificationsEnabled: webhook.notificationsEnabled,
    cursorForNextPayload: webhook.nextCursor,
    expirationTime: new Date(webhook.expiresAtMs).toISOString(),
    isHookEnabled: isAlive(world, webhook),
    lastNotificationResult: webhook.lastResult,
    lastSuccessfulNotificationTime:
      webhook.lastSuccessMs === null ? null : new Date(webhook.lastSuccessMs).toISOString(),
    notificationUrl: webhook.notificationUrl,
    specification: webhook.specification,
  }
}

/** Gives it another life; an expired one cannot be woken. */
export function refreshWebhook(world: World, webhook: Webhook): string {
  if (!isAlive(world, webhook)) throw invalid('CANNOT_REFRESH_WEBHOOK', 'The webhook has expired')
  webhook.expiresAtMs = world.settings.now() + world.settings.webhookLifeMs
  return new Date(webhook.expiresAtMs).toISOString()
}

export function listPayloads(
  world: World,
  webhook: Webhook,
  { cursor, limit }: { cursor: number; limit: number },
): Record<string, unknown> {
  if (isAlive(world, webhook)) refreshWebhook(world, webhook)
  const oldestMs = world.settings.now() - keptMs
  webhook.payloads = webhook.payloads.filter(({ createdAtMs }) => createdAtMs > oldestMs)
  const waiting = webhook.payloads.filter((payload) => payload.cursor >= cursor)
  const given = waiting.slice(0, Math.min(limit, maxPayloads))
  return {
    cursor: (given.at(-1)?.cursor ?? cursor - 1) + 1,
    mightHaveMore: waiting.length > given.length,
    payloads: given.map(({ body }) => body),
  }
}

/** `deliver()` keeps a payload and pings. */
export function deliver(
  world: World,
  base: Base,
  { webhook, payload }: { webhook: Webhook; payload: Record<string, unknown> },
): void {
  const createdAtMs = world.settings.now()
  webhook.payloads.push({ cursor: webhook.nextCursor++, createdAtMs, body: payload })
  if (webhook.notificationUrl === null || !webhook.notificationsEnabled) return
  if (!/^(127\.0\.0\.1|localhost|\[::1\])$/.test(new URL(webhook.notificationUrl).hostname)) {
    world.refusedPings.push(webhook.notificationUrl)
    return
  }
  goOn(world, ping(world, base, webhook))
}

const pingTimeoutMs = 10_000

async function ping(world: World, base: Base, webhook: Webhook): Promise<void> {
  const timestamp = new Date(world.settings.now()).toISOString()
  const body = JSON.stringify({ base: { id: base.id }, webhook: { id: webhook.id }, timestamp })
  const mac = createHmac('sha256', webhook.secret).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'X-Airtable-Content-MAC': `hmac-sha256=${mac}` }
  const completionTimestamp = timestamp
  try {
    const signal = AbortSignal.timeout(pingTimeoutMs)
    const response = await fetch(webhook.notificationUrl ?? '', { method: 'POST', headers, body, signal })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`The URL returned ${response.status}`)
    webhook.lastSuccessMs = world.settings.now()
    webhook.lastResult = { success: true, completionTimestamp, durationMs: 0, retryNumber: 0 }
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed'
    webhook.lastResult = {
      success: false,
      completionTimestamp,
      durationMs: 0,
      retryNumber: 0,
      willBeRetried: false,
      error: { message },
    }
  }
}
