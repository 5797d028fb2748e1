import type { EventName, WebhookFormat } from '@pictable/model/webhook'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import { pointer } from '#core/pointer.ts'
import type { World } from '#core/ports/world.ts'
import { stored, type Target, toBeChanged } from '#core/revision.ts'
import { isMask, MASK_DETAIL } from '#core/secret-mask.ts'
import { unlessMoved } from '#core/secret-moved.ts'
import { sentence } from '#core/words.ts'
import { destinationOf, eventsOf, problemsOfFormat, usualEventsOf } from './check-format.ts'
import { problemsOfHeaders } from './check-headers.ts'
import { enterHeaders } from './entered-headers.ts'
import { isMaskedUrl, maskedUrl } from './masked-url.ts'
import { problemsOfPlaceholders } from './placeholders.ts'
import { restWebhook, resumeWebhook } from './rest-webhook.ts'
import { enterUserDefined, problemsOfSecrets, problemsOfSize } from './user-defined.ts'
import type { Webhook } from './webhook.ts'
import {
  generateSecret,
  type Headers,
  openHeaders,
  openSecrets,
  openUserDefined,
  sealHeaders,
  sealSecrets,
  sealUserDefined,
} from './webhook-secrets.ts'

export type WebhookWorld = Pick<World, 'clock' | 'data' | 'mail' | 'newId' | 'random' | 'secrets' | 'webhookGuard'>

/** A webhook as people give it. */
export interface WebhookDraft {
  name: string
  /** Default: `standard`. */
  format?: WebhookFormat | undefined
  /** Of all formats but email. */
  url?: string | undefined
  /** Of email. */
  recipients?: readonly string[] | undefined
  headers?: Headers | undefined
  userDefined?: Readonly<Record<string, unknown>> | null | undefined
  /** `generate`, or at least 16 characters; null for none. */
  secret?: string | null | undefined
  events?: readonly EventName[] | null | undefined
  /** Default: false. */
  onlyFailures?: boolean | undefined
  actionIds?: readonly string[] | null | undefined
  timeoutMs?: number | undefined
  active?: boolean | undefined
}

export type WebhookChange = { [Key in keyof WebhookDraft]?: WebhookDraft[Key] | undefined }

const usualTimeoutMs = 10_000

/** @throws AppError `invalid_request` when nothing may be sent there */
export function checkReceiverUrl({ webhookGuard }: Pick<World, 'webhookGuard'>, url: string, key: string): void {
  const detail = webhookGuard.problemOf(url)
  if (detail !== null) throw refused([{ pointer: pointer(key), detail }])
}

function refused(errors: readonly ErrorDetail[]): AppError {
  const [first] = errors
  return new AppError('invalid_request', sentence(`The webhook cannot be saved: ${first?.pointer} ${first?.detail}`), {
    errors,
  })
}

async function problemsOfActions({ data }: WebhookWorld, actionIds: readonly string[]): Promise<ErrorDetail[]> {
  const actions = await Promise.all(actionIds.map((id) => data.actions.get(id)))
  return actionIds.flatMap((id, index) =>
    actions[index] === null ? [{ pointer: pointer('actions', index), detail: `there is no action ${id}` }] : [],
  )
}

/** @throws AppError `invalid_request` that points at all that is wrong */
async function check(
  world: WebhookWorld,
  webhook: { format: WebhookFormat; url: string | null },
  change: WebhookChange,
): Promise<void> {
  const userDefined = change.userDefined ?? null
  const [tooLarge] = problemsOfSize(userDefined)
  if (tooLarge !== undefined) throw refused([tooLarge])
  const isMail = webhook.format === 'email'
  const urlProblem = change.url === undefined || isMail ? null : world.webhookGuard.problemOf(change.url)
  const errors = [
    ...problemsOfFormat(world, webhook, change),
    ...(urlProblem === null ? [] : [{ pointer: '/url', detail: urlProblem }]),
    ...problemsOfHeaders(change.headers ?? {}),
    ...problemsOfPlaceholders(userDefined),
    ...problemsOfSecrets(userDefined),
    ...(await problemsOfActions(world, change.actionIds ?? [])),
  ]
  if (errors.length > 0) throw refused(errors)
}

/** The secret in words of the draft; undefined when the draft leaves it as it is. */
function secretOf(world: WebhookWorld, secret: string | null | undefined): string | null | undefined {
  if (secret === 'generate') return generateSecret(world.random)
  return typeof secret === 'string' && isMask(secret) ? undefined : secret
}

/** @throws AppError `invalid_request` that points at masks of values that are not stored */
function refuseMasks(
  { problems, url }: { problems: readonly ErrorDetail[]; url: string },
  { unknown }: { unknown: readonly string[] },
): void {
  const places = [...(isMaskedUrl(url) ? ['/url'] : []), ...unknown]
  const errors = [...problems, ...places.map((place) => ({ pointer: place, detail: MASK_DETAIL }))]
  if (errors.length > 0) throw refused(errors)
}

/** Saves a new webhook. @returns it, and its secret this once */
export async function createWebhook(
  world: WebhookWorld,
  draft: WebhookDraft,
): Promise<{ webhook: Webhook; secret: string | null }> {
  const { format = 'standard' } = draft
  await check(world, { format, url: null }, draft)
  const url = destinationOf(format, draft) ?? ''
  refuseMasks({ ...enterHeaders(draft.headers, {}), url }, enterUserDefined(draft.userDefined ?? null, null))
  const id = world.newId('webhook')
  const receiver = { id, url }
  const now = world.clock.now()
  const secret = secretOf(world, draft.secret) ?? null
  const pause = { reason: 'owner' as const, message: 'Paused by its owner.', at: now.toISOString() }
  const webhook: Webhook = {
    id,
    name: draft.name,
    format,
    url,
    sealedHeaders: sealHeaders(world, receiver, draft.headers ?? {}),
    sealedSecrets: sealSecrets(world, receiver, secret === null ? [] : [{ text: secret, expiresAt: null }]),
    ...sealUserDefined(world, receiver, draft.userDefined ?? null),
    events: draft.events === undefined ? usualEventsOf(format) : eventsOf(format, draft.events),
    onlyFailures: draft.onlyFailures ?? false,
    actionIds: draft.actionIds ?? null,
    timeoutMs: draft.timeoutMs ?? usualTimeoutMs,
    pause: draft.active === false ? pause : null,
    failingSince: null,
    failedAttempts: 0,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await world.data.transaction((data) => data.webhooks.insert(webhook))
  return { webhook, secret }
}

/** Deliveries that wait have the body of their format. */
function refuseOtherFormat({ format }: Webhook, change: WebhookChange): void {
  if (change.format === undefined || change.format === format) return
  const detail = `cannot be changed: it is ${format}. Create another webhook, and delete this one`
  throw refused([{ pointer: '/format', detail }])
}

/** A kept secret goes only to the URL it was entered for: an editor may not know it. */
function refuseKept(places: readonly string[]): void {
  const errors = places.map((place) => ({
    pointer: place,
    detail: 'must be entered again, because the URL changes',
  }))
  if (errors.length > 0) throw refused(errors)
}

/** @throws AppError `invalid_request` that names every secret to be entered again */
function changed(world: WebhookWorld, before: Webhook, change: WebhookChange): Webhook {
  const named = destinationOf(before.format, change)
  const url = named === undefined || named === maskedUrl(before.url) ? before.url : named
  const secret = secretOf(world, change.secret)
  const receiver = { id: before.id, url }
  // Those of another destination are entered again, or stay as they are and go nowhere.
  const headers = enterHeaders(
    change.headers,
    unlessMoved(() => openHeaders(world, before), {}),
  )
  const own = enterUserDefined(
    change.userDefined,
    unlessMoved(() => openUserDefined(world, before), null),
  )
  refuseMasks({ ...headers, url }, own)
  const keepsSecret = secret === undefined && before.sealedSecrets !== null
  const kept = [
    ...headers.kept.map((name) => pointer('headers', name)),
    ...(keepsSecret ? ['/secret'] : []),
    ...own.kept,
  ]
  if (url !== before.url) refuseKept(kept)
  const signing = secret ? [{ text: secret, expiresAt: null }] : []
  return {
    ...before,
    name: change.name ?? before.name,
    url,
    sealedHeaders: change.headers === undefined ? before.sealedHeaders : sealHeaders(world, receiver, headers.headers),
    sealedSecrets: secret === undefined ? before.sealedSecrets : sealSecrets(world, receiver, signing),
    ...(change.userDefined === undefined ? {} : sealUserDefined(world, receiver, own.userDefined)),
    events: change.events === undefined ? before.events : eventsOf(before.format, change.events),
    onlyFailures: change.onlyFailures ?? before.onlyFailures,
    actionIds: change.actionIds === undefined ? before.actionIds : change.actionIds,
    timeoutMs: change.timeoutMs ?? before.timeoutMs,
    updatedAt: world.clock.now(),
  }
}

/** Changes a webhook; what is not named stays. A secret set here replaces all before it at once. */
export async function updateWebhook(
  world: WebhookWorld,
  { id, revision }: Target,
  change: WebhookChange,
): Promise<{ webhook: Webhook; secret: string | null }> {
  return world.data.transaction(async (data) => {
    const before = toBeChanged(await data.webhooks.get(id), { what: 'webhook', id, revision })
    refuseOtherFormat(before, change)
    await check({ ...world, data }, before, change)
    const webhook = stored(await data.webhooks.update(changed(world, before, change)), 'webhook')
    const inside = { ...world, data }
    if (change.active === false) await restWebhook(inside, id)
    if (change.active === true && webhook.pause !== null) await resumeWebhook(inside, id, { replay: true })
    const now = stored(await data.webhooks.get(id), 'webhook')
    const isNew = change.secret !== undefined && now.sealedSecrets !== before.sealedSecrets
    return { webhook: now, secret: isNew ? (openSecrets(world, now, now.updatedAt)[0]?.text ?? null) : null }
  })
}
