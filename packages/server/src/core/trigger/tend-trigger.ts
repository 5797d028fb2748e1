import { AppError } from '#core/errors.ts'
import type { Course, TriggerCall, TriggerKind } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import type { Failure } from '#core/run/run.ts'
import { fireLater, fireTrigger } from './fire-trigger.ts'
import type { Trigger } from './trigger.ts'
import { callOf, sealState } from './trigger-call.ts'

/** Whoever tends to a trigger has it for so long; then its process counts as dead. */
const leaseMs = 10 * 60_000
/** What did not work is tried again so much later. */
const againAfterMs = 5 * 60_000

async function firePending(world: World, trigger: Trigger): Promise<void> {
  const { pending } = trigger
  if (pending === null) return
  await world.data.transaction(async (data) => {
    await data.triggers.setCourse(trigger.id, { pending: null, fireAt: null })
    await fireTrigger({ ...world, data }, trigger.id, pending)
  })
}

/** Takes the trigger for this process, when it is due. */
async function lease(world: World, triggerId: string): Promise<Trigger | null> {
  const now = world.clock.now()
  return world.data.transaction(async (data) => {
    const trigger = await data.triggers.lock(triggerId)
    if (trigger === null || !trigger.active) return null
    if (trigger.fireAt !== null && trigger.fireAt <= now) await firePending({ ...world, data }, trigger)
    if (trigger.nextAt === null || trigger.nextAt > now) return null
    await data.triggers.setCourse(triggerId, { nextAt: new Date(now.getTime() + leaseMs) })
    return trigger
  })
}

/** Keeps what the kind said, and does it. */
async function follow(world: World, { id }: Trigger, course: Course): Promise<void> {
  const { state, nextAt, note = null, fire } = course
  await world.data.transaction(async (data) => {
    const inside = { ...world, data }
    await data.triggers.setCourse(id, { sealedState: sealState(world, id, state), nextAt, note, error: null })
    if (nextAt !== null) await data.queue.send('tend-trigger', [{ triggerId: id }], { startAfter: nextAt })
    if (fire === undefined) return
    if (fire.afterMs) await fireLater(inside, id, { ...fire, afterMs: fire.afterMs })
    else await fireTrigger(inside, id, fire)
  })
}

const unknown: Failure = { code: 'internal', message: 'Something went wrong inside Pictable; it is tried again.' }

/** Lets the kind do its part; what does not work is kept as the trigger's error, and tried again later. */
export async function attend(
  world: World,
  call: TriggerCall,
  work: (world: World, call: TriggerCall) => Promise<Course>,
): Promise<void> {
  const { trigger, signal } = call
  try {
    await follow(world, trigger, await work(world, call))
  } catch (error) {
    if (signal.aborted) throw error
    const failure = error instanceof AppError ? { code: error.code, message: error.message } : unknown
    const nextAt = new Date(world.clock.now().getTime() + againAfterMs)
    await world.data.triggers.setCourse(trigger.id, { error: failure, nextAt })
    await world.data.queue.send('tend-trigger', [{ triggerId: trigger.id }], { startAfter: nextAt })
    if (!(error instanceof AppError)) throw error
  }
}

/** Fires what a trigger has gathered, and lets its kind look after it when that is due. Safe to call at any time. */
export async function tendTrigger(
  world: World,
  { triggerId }: { triggerId: string },
  signal: AbortSignal,
): Promise<void> {
  const trigger = await lease(world, triggerId)
  if (trigger === null) return
  const kind: TriggerKind = world.triggers.kind(trigger.kind)
  await attend(world, callOf(world, trigger, { kind, signal }), kind.tend)
}

/** Sends triggers their job that have lost it: their process died, or its job did. */
export async function recoverTriggers({ clock, data }: Pick<World, 'clock' | 'data'>): Promise<void> {
  const overdueMs = 60_000
  const ids = await data.triggers.overdue(new Date(clock.now().getTime() - overdueMs))
  if (ids.length > 0)
    await data.queue.send(
      'tend-trigger',
      ids.map((triggerId) => ({ triggerId })),
    )
}

/**
 * The clock was put back: triggers that would wait for a time that it told before are looked at now. One that somebody tends
 * to at this moment is left alone.
 */
export async function recallTriggers(world: Pick<World, 'clock' | 'data' | 'triggers'>): Promise<void> {
  const now = world.clock.now()
  const leasedUntil = new Date(now.getTime() + leaseMs)
  for (const { kind, goesByClock } of world.triggers.kinds) {
    for (const { id } of await world.data.triggers.active(kind)) {
      await world.data.transaction(async (data) => {
        const trigger = await data.triggers.lock(id)
        if (trigger === null) return
        const { nextAt, fireAt } = trigger
        const isLate = !goesByClock && nextAt !== null && nextAt > leasedUntil
        const isHeldBack = fireAt !== null && fireAt > now
        if (!isLate && !isHeldBack) return
        await data.triggers.setCourse(id, { ...(isLate && { nextAt: now }), ...(isHeldBack && { fireAt: now }) })
        await data.queue.send('tend-trigger', [{ triggerId: id }])
      })
    }
  }
}
