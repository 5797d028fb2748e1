import { AppError, isOurTrouble } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { fireTrigger } from './fire-trigger.ts'
import { fireAfter, type Gathered, readGathered, takeGathered, waitMsOf } from './gather.ts'
import { type Firing, POLL_AGAIN_MS, type Trigger } from './trigger.ts'
import { callOf } from './trigger-call.ts'

/** While what was gathered is narrowed, other processes leave it alone. If this one dies, they take it up after this time. */
const CLAIM_MS = 15 * 60_000

/** What one process narrows. `trigger.fireAt` is the end of its claim. */
interface Claimed {
  trigger: Trigger
  actionRevision: number | undefined
  gathered: Gathered
  at: Date
}

/** The trigger is locked. */
async function fire(
  world: World,
  trigger: Trigger,
  { last, recordIds, sinceMs = 0 }: Gathered & { sinceMs?: number },
): Promise<void> {
  const againAfterMs = Math.max(sinceMs, world.triggers.kind(trigger.kind).gatherMs?.(trigger.settings) ?? 0)
  await takeGathered(world, trigger.id, { last, againAfterMs })
  if (recordIds?.length !== 0) await fireTrigger(world, trigger.id, { recordIds })
}

/** Fires what is due, unless it has to be narrowed first. @returns what has to be */
async function claim(world: World, triggerId: string): Promise<Claimed | null> {
  const at = world.clock.now()
  return world.data.transaction(async (data) => {
    const inside = { ...world, data }
    const trigger = await data.triggers.lock(triggerId)
    if (trigger === null || !trigger.active || trigger.fireAt === null || trigger.fireAt > at) return null
    const kind = world.triggers.kind(trigger.kind)
    const waitMs = await waitMsOf(inside, trigger, { isBurst: kind.showsHook })
    if (waitMs > 0) {
      await fireAfter(inside, trigger.id, waitMs)
      return null
    }
    const gathered = await readGathered(data, trigger)
    if (kind.narrow === undefined || gathered.recordIds?.length === 0) {
      await fire(inside, trigger, gathered)
      return null
    }
    const fireAt = new Date(at.getTime() + CLAIM_MS)
    await data.triggers.setCourse(trigger.id, { fireAt })
    const action = await data.actions.get(trigger.actionId)
    return { trigger: { ...trigger, fireAt }, actionRevision: action?.revision, gathered, at }
  })
}

/** Does it in a transaction, unless another process has what was claimed by now. */
async function whileClaimed(
  world: World,
  { trigger }: Claimed,
  work: (inside: World, present: Trigger) => Promise<void>,
): Promise<void> {
  await world.data.transaction(async (data) => {
    const present = await data.triggers.lock(trigger.id)
    if (present?.active && present.fireAt?.getTime() === trigger.fireAt?.getTime())
      await work({ ...world, data }, present)
  })
}

/** Of another trigger or action than what was narrowed by, nothing is fired: it is narrowed again. */
async function fireNarrowed(world: World, claimed: Claimed, firing: Firing | null): Promise<void> {
  const { trigger, actionRevision, gathered, at } = claimed
  const sinceMs = world.clock.now().getTime() - at.getTime()
  await whileClaimed(world, claimed, async (inside, present) => {
    const action = await inside.data.actions.get(present.actionId)
    const isSame = present.revision === trigger.revision && action?.revision === actionRevision
    const recordIds = firing === null ? [] : firing.recordIds
    if (isSame) await fire(inside, present, { last: gathered.last, recordIds, sinceMs })
    else await fireAfter(inside, present.id, 0)
  })
}

/** The poll reads the table as a whole, so what was gathered need not be kept. */
async function leaveToPoll(world: World, claimed: Claimed, { code, message }: AppError): Promise<void> {
  await whileClaimed(world, claimed, async ({ clock, data }, { id, nextAt }) => {
    await takeGathered({ clock, data }, id, { last: claimed.gathered.last, againAfterMs: POLL_AGAIN_MS })
    const latest = new Date(clock.now().getTime() + POLL_AGAIN_MS)
    const isSoon = nextAt !== null && nextAt <= latest
    await data.triggers.setCourse(id, { error: { code, message }, ...(!isSoon && { nextAt: latest }) })
    if (!isSoon) await data.queue.send('tend-trigger', [{ triggerId: id }], { startAfter: latest })
  })
}

/** Fires what a trigger has gathered, when that is due. Safe to call at any time, and in several processes at once. */
export async function fireGathered(world: World, triggerId: string, signal: AbortSignal): Promise<void> {
  const claimed = await claim(world, triggerId)
  if (claimed === null) return
  const { trigger, gathered } = claimed
  const kind = world.triggers.kind(trigger.kind)
  try {
    const { recordIds } = gathered
    const firing = (await kind.narrow?.(world, callOf(world, trigger, { kind, signal }), { recordIds })) ?? null
    await fireNarrowed(world, claimed, firing)
  } catch (error) {
    if (error instanceof AppError && !isOurTrouble(error) && !signal.aborted) return leaveToPoll(world, claimed, error)
    await whileClaimed(world, claimed, ({ clock, data }) =>
      data.triggers.setCourse(trigger.id, { fireAt: clock.now() }),
    )
    throw error
  }
}
