import { AppError } from '#core/errors.ts'
import { newToken } from '#core/ids.ts'
import { issueDetails } from '#core/issue-details.ts'
import type { Data } from '#core/ports/data.ts'
import type { TriggerKind } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import { refused } from '#core/refuse.ts'
import { found, stored, toBeChanged } from '#core/revision.ts'
import { takeBack } from './take-back.ts'
import { attend, take } from './tend-trigger.ts'
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

/** Of one that is switched off. */
const nothing = { sealedState: null, nextAt: null, note: null, pending: null, fireAt: null, error: null }

export interface SaveOptions {
  signal: AbortSignal
  /** The trigger is saved; what it needs at its table is set up next. */
  onSaved?: (trigger: Trigger) => Promise<void>
}

/** Saves the trigger and switches it on or off. Whatever ends this process meanwhile, one that is on has a next time. */
async function save(
  world: World,
  write: (data: Data) => Promise<Trigger>,
  { signal, onSaved = async () => {} }: SaveOptions,
): Promise<Trigger> {
  const start = (inside: World, trigger: Trigger) => {
    const kind = world.triggers.kind(trigger.kind)
    return attend(inside, callOf(inside, trigger, { kind, signal }), kind.start)
  }
  const isByClock = ({ kind }: Trigger) => world.triggers.kind(kind).goesByClock
  const trigger = await world.data.transaction(async (data) => {
    const saved = await write(data)
    if (!saved.active) {
      await data.triggers.setCourse(saved.id, nothing)
      await data.triggers.calls.take(saved.id)
      return saved
    }
    const taken = await take({ clock: world.clock, data }, saved)
    // It fires when it is tended to: no other time than its own will do.
    if (isByClock(saved)) await start({ ...world, data }, taken)
    return taken
  })
  await onSaved(trigger)
  if (!trigger.active) await takeBack(world, trigger, signal)
  else if (!isByClock(trigger)) await start(world, trigger)
  return found(await world.data.triggers.get(trigger.id), 'trigger', trigger.id)
}

async function insert(data: Data, trigger: Trigger): Promise<Trigger> {
  const { actionId } = trigger
  if (!(await data.actions.lock(actionId))) {
    const detail = `there is no action ${actionId}`
    throw refused([{ pointer: '/action_id', detail }], 'The trigger cannot be saved.')
  }
  if ((await data.triggers.ofAction(actionId)).length >= mostOfAction)
    throw new AppError('conflict', `An action can have ${mostOfAction} triggers. Delete one of them first.`)
  await data.triggers.insert(trigger)
  return trigger
}

const update = (trigger: Trigger) => async (data: Data) => stored(await data.triggers.update(trigger), 'trigger')

export async function createTrigger(world: World, draft: TriggerDraft, options: SaveOptions): Promise<Trigger> {
  const kind = world.triggers.kind(draft.kind)
  const settings = parseSettings(kind, draft.settings ?? {})
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
  return save(world, (data) => insert(data, trigger), options)
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
  return save(world, update(changed), { signal })
}

/** A new address; the one before is refused from now on. */
export async function rotateHook(world: World, id: string, options: SaveOptions): Promise<Trigger> {
  const before = found(await world.data.triggers.get(id), 'trigger', id)
  const token = newToken(world)
  const next = {
    ...before,
    tokenHash: world.digest.sha256(token),
    sealedToken: sealToken(world, id, token),
    updatedAt: world.clock.now(),
  }
  return save(world, update(next), options)
}

/** @returns whether it was there */
export async function deleteTrigger(world: World, id: string, signal: AbortSignal): Promise<boolean> {
  const trigger = await world.data.transaction(async (data) => {
    const last = await data.triggers.lock(id)
    return (await data.triggers.delete(id)) ? last : null
  })
  if (trigger === null) return false
  await takeBack(world, trigger, signal)
  return true
}
