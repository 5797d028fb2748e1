import type { World } from '#core/ports/world.ts'
import { masked } from '#core/secret-mask.ts'
import { unlessMoved } from '#core/secret-moved.ts'
import { stillLasts } from '#core/wait.ts'
import { urlSecrets } from '#core/webhook/masked-url.ts'
import { secretTextsIn } from '#core/webhook/user-defined.ts'
import type { Webhook } from '#core/webhook/webhook.ts'
import { openHeaders, openSecrets, openUserDefined } from '#core/webhook/webhook-secrets.ts'
import { secretForms } from './secret-forms.ts'

/** A webhook as deliveries need it, secrets in the clear. */
export interface Receiver {
  webhook: Webhook
  /** Its secrets were entered for another URL, so nothing may be sent. */
  isMoved: boolean
  headers: Readonly<Record<string, string>>
  maskedHeaders: Readonly<Record<string, string>>
  /** Of `user_defined`, as they are configured now. */
  bodySecrets: readonly string[]
  /** Those that sign at this time, newest first. */
  secretsAt(time: Date): string[]
  /** Takes out of a text whatever of our secrets a receiver has put into it. */
  redact(text: string): string
}

/** In a body a secret is JSON, which an echo may encode again. */
const jsonOf = (secret: string) => JSON.stringify(secret).slice(1, -1)

export function createRedact(secrets: readonly string[]): (text: string) => string {
  const texts = new Set(secrets.flatMap((secret) => [secret, jsonOf(secret)]))
  const forms = [...texts].flatMap(secretForms).sort((one, other) => other.length - one.length)
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '***'), text)
}

function openAll(world: Pick<World, 'clock' | 'secrets'>, webhook: Webhook) {
  const headers = openHeaders(world, webhook)
  const signing = openSecrets(world, webhook, world.clock.now())
  return { isMoved: false, headers, signing, bodySecrets: secretTextsIn(openUserDefined(world, webhook)) }
}

const moved = { isMoved: true, headers: {}, signing: [], bodySecrets: [] } as const

function open(world: Pick<World, 'clock' | 'secrets'>, webhook: Webhook): Receiver {
  const { isMoved, headers, signing: all, bodySecrets } = unlessMoved(() => openAll(world, webhook), moved)
  const signing = all.map(({ text, expiresAt }) => ({
    text,
    untilMs: expiresAt === null ? Number.POSITIVE_INFINITY : new Date(expiresAt).getTime(),
  }))
  return {
    webhook,
    isMoved,
    bodySecrets,
    headers,
    maskedHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, masked(value)])),
    secretsAt: (time) => signing.flatMap(({ text, untilMs }) => (untilMs > time.getTime() ? [text] : [])),
    redact: createRedact([
      ...Object.values(headers),
      ...signing.map(({ text }) => text),
      ...bodySecrets,
      ...urlSecrets(webhook.url),
    ]),
  }
}

/** Webhooks as they were read last; a change is told by NOTIFY, and seen after this time at the latest. */
const keptForMs = 5000
const mostKept = 500

export interface Receivers {
  /** null when the webhook is gone. */
  get(webhookId: string): Promise<Receiver | null>
  forget(webhookId: string): void
}

export function createReceivers(world: Pick<World, 'clock' | 'data' | 'secrets'>): Receivers {
  const known = new Map<string, { receiver: Promise<Receiver | null>; untilMs: number }>()
  return {
    get(webhookId) {
      const nowMs = world.clock.now().getTime()
      const cached = known.get(webhookId)
      if (cached !== undefined && stillLasts(cached.untilMs, { nowMs, longestMs: keptForMs })) return cached.receiver
      if (known.size >= mostKept) known.clear()
      const receiver = world.data.webhooks.get(webhookId).then((webhook) => webhook && open(world, webhook))
      known.set(webhookId, { receiver, untilMs: nowMs + keptForMs })
      receiver.catch(() => known.delete(webhookId))
      return receiver
    },
    forget: (webhookId) => void known.delete(webhookId),
  }
}
