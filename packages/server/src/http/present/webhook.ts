import type { CallAnswer, Contract } from '@pictable/client'
import { allows } from '@pictable/model/access'
import type { World } from '#core/ports/world.ts'
import { masked } from '#core/secret-mask.ts'
import { unlessMoved } from '#core/secret-moved.ts'
import { recipientsOf } from '#core/webhook/mail-recipients.ts'
import { maskedUrl } from '#core/webhook/masked-url.ts'
import type { Pause, Webhook } from '#core/webhook/webhook.ts'
import { openHeaders, openSecrets } from '#core/webhook/webhook-secrets.ts'
import type { Caller } from '#http/caller/caller.ts'

type WebhookJson = CallAnswer<Contract['webhooks']['get']>

const presentPause = ({ reason, message, at }: Pause) => ({ reason, message, at })

/** The URL in full is for those who may write: it can be a credential. `secret`: the new one in full, the once that it is shown. */
export function presentWebhook(
  world: Pick<World, 'clock' | 'secrets'>,
  webhook: Webhook,
  { caller, secret = null }: { caller: Caller; secret?: string | null },
): WebhookJson {
  const [newest, ...older] = unlessMoved(() => openSecrets(world, webhook, world.clock.now()), [])
  const headers = Object.entries(unlessMoved(() => openHeaders(world, webhook), {})).map(
    ([name, value]) => [name, masked(value)] as const,
  )
  return {
    id: webhook.id,
    name: webhook.name,
    format: webhook.format,
    url: allows(caller.scopes, 'write') ? webhook.url : maskedUrl(webhook.url),
    recipients: recipientsOf(webhook),
    headers: Object.fromEntries(headers),
    user_defined: webhook.userDefined && { ...webhook.userDefined },
    events: webhook.events && [...webhook.events],
    only_failures: webhook.onlyFailures,
    actions: webhook.actionIds && [...webhook.actionIds],
    timeout_ms: webhook.timeoutMs,
    active: webhook.pause === null,
    pause: webhook.pause && presentPause(webhook.pause),
    failing_since: webhook.failingSince?.toISOString() ?? null,
    failed_attempts: webhook.failedAttempts,
    secret: secret ?? (newest ? masked(newest.text) : null),
    older_secrets: older.flatMap(({ text, expiresAt }) =>
      expiresAt === null ? [] : [{ secret: masked(text), expires_at: expiresAt }],
    ),
    revision: webhook.revision,
    created_at: webhook.createdAt.toISOString(),
    updated_at: webhook.updatedAt.toISOString(),
  }
}
