import { AppError } from '#core/errors.ts'
import { lettersOf } from '#core/ids.ts'
import { issueDetails } from '#core/issue-details.ts'
import type { TriggerKind } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import { refused } from '#core/refuse.ts'
import { found, stored, toBeChanged } from '#core/revision.ts'
import { takeBack } from './take-back.ts'
import { attend } from './tend-trigger.ts'
import type { Trigger } from './trigger.ts'
import { callOf, sealToken } from './trigger-call.ts'

export interface TriggerDraft {
  actionId: string
  kind: string
  settings?: Readonly<Record<string, unknown>> | undefined
  active?: boolean | undefined
}

export type TriggerChange = Pick<TriggerDraft, 'settings' | 'active'>

const mostOfAction = 20

function parseSettings({ settings: schema }: TriggerKind, settings: Readonly<Record<string, unknown>>) {
  const result = schema.strict().safeParse(settings)
  if (result.success) return result.data
  throw refused(issueDetails(result.error.issues, ['settings']), 'The settings of the trigger are not valid.')
}

/** 160 random bits: whoever knows the address may fire the trigger. */
function newToken({ random }: Pick<World, 'random'>): string {
  return lettersOf(random.bytes(32))
}

/** Switches the trigger on or off, as it is saved. */
async function apply(world: World, trigger: Trigger, signal: AbortSignal): Promise<Trigger> {
  const kind = world.triggers.kind(trigger.kind)
  const call = callOf(world, trigger, { kind, signal })
  if (trigger.active) await attend(world, call, kind.start)
  else await stopTrigger(world, trigger, signal)
  return found(await world.data.triggers.get(trigger.id), 'trigger', trigger.id)
}

async function stopTrigger(world: World, trigger: Trigger, signal: AbortSignal): Promise<void> {
  await takeBack(world, trigger, signal)
  const nothing = { sealedState: null, nextAt: null, note: null, pending: null, fireAt: null, error: null }
  await world.data.triggers.setCourse(trigger.id, nothing)
}

export async function createTrigger(world: World, draft: TriggerDraft, signal: AbortSignal): Promise<Trigger> {
  const kind = world.triggers.kind(draft.kind)
  const settings = parseSettings(kind, draft.settings ?? {})
  if ((await world.data.actions.get(draft.actionId)) === null) {
    const detail = `there is no action ${draft.actionId}`
    throw refused([{ pointer: '/action_id', detail }], 'The trigger cannot be saved.')
  }
  if ((await world.data.triggers.ofAction(draft.actionId)).length >= mostOfAction)
    throw new AppError('conflict', `An action can have ${mostOfAction} triggers. Delete one of them first.`)
  const id = world.newId('trigger')
  const token = newToken(world)
  const now = world.clock.now()
  const trigger: Trigger = {
    id,
    actionId: draft.actionId,
    kind: kind.kind,
    settings,
    active: draft.active ?? true,
    tokenHash: world.digest.sha256(token),
    sealedToken: sealToken(world, id, token),
    sealedState: null,
    note: null,
    nextAt: null,
    pending: null,
    fireAt: null,
    lastFiredAt: null,
    lastRunId: null,
    error: null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  }
  await world.data.triggers.insert(trigger)
  return apply(world, trigger, signal)
}

export async function updateTrigger(
  world: World,
  id: string,
  { settings, active, revision, signal }: TriggerChange & { revision: number | undefined; signal: AbortSignal },
): Promise<Trigger> {
  const before = toBeChanged(await world.data.triggers.get(id), { what: 'trigger', id, revision })
  const kind = world.triggers.kind(before.kind)
  const changed = {
    ...before,
    settings: settings === undefined ? before.settings : parseSettings(kind, { ...before.settings, ...settings }),
    active: active ?? before.active,
    updatedAt: world.clock.now(),
  }
  return apply(world, stored(await world.data.triggers.update(changed), 'trigger'), signal)
}

/** A new address; the one before is refused from now on. */
export async function rotateHook(world: World, id: string, signal: AbortSignal): Promise<Trigger> {
  const before = found(await world.data.triggers.get(id), 'trigger', id)
  const token = newToken(world)
  const next = {
    ...before,
    tokenHash: world.digest.sha256(token),
    sealedToken: sealToken(world, id, token),
    updatedAt: world.clock.now(),
  }
  return apply(world, stored(await world.data.triggers.update(next), 'trigger'), signal)
}

/** @returns whether it was there */
export async function deleteTrigger(world: World, id: string, signal: AbortSignal): Promise<boolean> {
  const trigger = await world.data.triggers.get(id)
  if (trigger === null) return false
  await stopTrigger(world, trigger, signal)
  return world.data.triggers.delete(id)
}

/** The action has another table, view or mapping now: what watches the table starts anew. */
export async function restartTriggers(world: World, actionId: string, signal: AbortSignal): Promise<void> {
  for (const trigger of await world.data.triggers.ofAction(actionId))
    if (trigger.active) await apply(world, trigger, signal)
}
