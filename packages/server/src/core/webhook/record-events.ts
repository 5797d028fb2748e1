import type { Audience } from '#core/ports/data/webhooks.ts'
import type { Data } from '#core/ports/data.ts'
import type { World } from '#core/ports/world.ts'
import { SECRET_MOVED_TEXT, unlessMoved } from '#core/secret-moved.ts'
import { nextTurn } from '#core/turns.ts'
import { buildBody, type EventFact } from './build-body.ts'
import { sealBody } from './delivery-body.ts'
import { describeEvent } from './describe-event.ts'
import { mailMessage } from './mail-message.ts'
import { recipientsOf } from './mail-recipients.ts'
import { reportsFailure } from './reports-failure.ts'
import { slackMessage } from './slack-message.ts'
import { MAX_BODY_BYTES, secretTextsIn, type UserDefined } from './user-defined.ts'
import type { Delivery, Webhook } from './webhook.ts'
import { openUserDefined } from './webhook-secrets.ts'

/** A body takes longer to build, after which all others have their turn. */
const LARGE_CHARACTERS = 20_000
/** Of one statement. */
const MAX_CHARACTERS_AT_ONCE = 2_000_000

/** What telling needs of the world. */
export type EventWorld = Pick<World, 'newId' | 'publicUrl' | 'publicUrlProblem' | 'secrets'>

const buildMessage = { slack: slackMessage, email: mailMessage } as const

function bytesOf(text: string): number {
  return text.length * 3 <= MAX_BODY_BYTES ? text.length : new TextEncoder().encode(text).length
}

interface Bodies {
  sent: string
  /** The same with masked secrets. */
  shown: string
  /** null when there are no secrets. */
  sealed: string | null
  /** Its secrets belong to another URL: there is nothing to be sent. */
  isMoved?: true
}

function bodiesOf(
  world: EventWorld,
  fact: EventFact,
  { webhook, eventId, id }: { webhook: Webhook; eventId: string; id: string },
): Bodies {
  const { publicUrl } = world
  if (webhook.format !== 'standard') {
    const message = buildMessage[webhook.format](describeEvent(fact, world), { webhook, ...world })
    const text = JSON.stringify(message)
    return { sent: text, shown: text, sealed: null }
  }
  const build = (userDefined: UserDefined | null) => buildBody(fact, { eventId, userDefined, publicUrl })
  const shown = build(webhook.userDefined)
  if (webhook.sealedUserDefined === null) return { sent: shown, shown, sealed: null }
  const userDefined = unlessMoved(() => openUserDefined(world, webhook), 'moved')
  if (userDefined === 'moved') return { sent: shown, shown, sealed: null, isMoved: true }
  const sent = build(userDefined)
  const sealed = sealBody(world, id, { body: sent, secrets: secretTextsIn(userDefined), url: webhook.url })
  return { sent, shown, sealed }
}

/** How a new delivery begins: waiting for its webhook when that rests, given up when it can never be sent. */
function beginning(
  webhook: Webhook,
  { sent, shown, sealed, isMoved }: Bodies,
  at: Date,
): Pick<Delivery, 'body' | 'sealedBody' | 'state' | 'reason' | 'finishedAt'> {
  const givenUp = (code: string, message: string) => {
    const reason = { code, message }
    return { body: null, sealedBody: null, state: 'failed' as const, reason, finishedAt: at }
  }
  if (isMoved) return givenUp('secret_moved', SECRET_MOVED_TEXT)
  const bytes = bytesOf(sent)
  if (bytes > MAX_BODY_BYTES)
    return givenUp(
      'body_too_large',
      `The body has ${Math.ceil(bytes / 1024)} KiB. The maximum is 256 KiB. Send less metadata or user_defined.`,
    )
  const state = webhook.pause === null ? 'pending' : 'paused'
  return { body: shown, sealedBody: sealed, state, reason: null, finishedAt: null }
}

/** The deliveries of a fact to a webhook: one, or of email one for each recipient. */
export function deliveriesOf(
  world: EventWorld,
  fact: EventFact,
  to: { webhook: Webhook; eventId: string },
): [Delivery, ...Delivery[]] {
  const [first = null, ...others] = recipientsOf(to.webhook) ?? [null]
  const deliveryTo = (recipient: string | null) => deliveryOf(world, fact, { ...to, recipient })
  return [deliveryTo(first), ...others.map(deliveryTo)]
}

function deliveryOf(
  world: EventWorld,
  fact: EventFact,
  { webhook, eventId, recipient }: { webhook: Webhook; eventId: string; recipient: string | null },
): Delivery {
  const { event, at, isTest = false, action, runId, picture } = fact
  const id = world.newId('delivery')
  return {
    id,
    webhookId: webhook.id,
    eventId,
    event,
    actionId: action?.id ?? null,
    runId,
    recordId: picture?.recordId ?? null,
    recipient,
    isTest,
    ...beginning(webhook, bodiesOf(world, fact, { webhook, eventId, id }), at),
    attempts: 0,
    replayedAfter: 0,
    nextAttemptAt: at,
    lastStatus: null,
    createdAt: at,
  }
}

function isWanted({ events, onlyFailures }: Webhook, fact: EventFact): boolean {
  return (events === null || events.includes(fact.event)) && (!onlyFailures || reportsFailure(fact))
}

/**
 * Writes what is to be sent, in the transaction of what it tells of. `factsOf` is asked only when somebody wants to know.
 */
export async function recordEvents(
  world: EventWorld,
  data: Data,
  audience: Audience & {
    /** `isForPeople`: what only messages to people say is wanted too. */
    factsOf: (wanted: { isForPeople: boolean }) => readonly EventFact[] | Promise<readonly EventFact[]>
  },
): Promise<void> {
  const { factsOf, ...wanted } = audience
  const webhooks = await data.webhooks.matching(wanted)
  if (webhooks.length === 0) return
  const facts = await factsOf({ isForPeople: webhooks.some(({ format }) => format !== 'standard') })
  let deliveries: Delivery[] = []
  let characters = 0
  for (const fact of facts) {
    const eventId = world.newId('event')
    for (const webhook of webhooks.filter((each) => isWanted(each, fact))) {
      for (const delivery of deliveriesOf(world, fact, { webhook, eventId })) {
        deliveries.push(delivery)
        const { body, sealedBody } = delivery
        const length = (body?.length ?? 0) + (sealedBody?.length ?? 0)
        characters += length
        if (body === null || length > LARGE_CHARACTERS) await nextTurn()
      }
      if (characters < MAX_CHARACTERS_AT_ONCE) continue
      await data.deliveries.insert(deliveries)
      deliveries = []
      characters = 0
    }
  }
  await data.deliveries.insert(deliveries)
}
