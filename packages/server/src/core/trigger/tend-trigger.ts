import type { Failure } from '@pictable/model/failure'
import { AppError } from '#core/errors.ts'
import { startLoop } from '#core/loop.ts'
import type { Data } from '#core/ports/data.ts'
import type { Course, TriggerCall } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import { fireGathered } from './fire-gathered.ts'
import { fireLater, fireTrigger } from './fire-trigger.ts'
import { takeBack } from './take-back.ts'
import { POLL_AGAIN_MS, type Trigger, type TriggerCourse } from './trigger.ts'
import { callOf, sealState } from './trigger-call.ts'

/** Whoever tends to a trigger has it for so long, and again and again; else its process counts as dead. */
export const leaseMs = 2 * 60_000
const renewEveryMs = leaseMs / 4

/** For the rest of the lease nobody else tends to the trigger. */
export async function take({ clock, data }: Pick<World, 'clock' | 'data'>, trigger: Trigger): Promise<Trigger> {
  const nextAt = new Date(clock.now().getTime() + leaseMs)
  await data.triggers.setCourse(trigger.id, { nextAt })
  return { ...trigger, nextAt }
}

/** Takes the trigger for this process, when it is due. */
async function takeDue(world: World, triggerId: string): Promise<Trigger | null> {
  const now = world.clock.now()
  return world.data.transaction(async (data) => {
    const trigger = await data.triggers.lock(triggerId)
    if (trigger === null || !trigger.active) return null
    if (trigger.nextAt === null || trigger.nextAt > now) return null
    return take({ ...world, data }, trigger)
  })
}

/** A trigger as it was taken, with what its kind looks by. */
interface Taken {
  trigger: Trigger
  actionRevision: number | undefined
  /** Every end of the lease that was written, or may have been: the answer to a renewal can be lost. */
  leases: Set<number | undefined>
}

const isStillOurs = ({ leases }: Taken, present: Trigger) => leases.has(present.nextAt?.getTime())

/** Whoever has taken it meanwhile, or wants it looked at, is left alone. */
async function renew({ clock, data }: World, taken: Taken): Promise<void> {
  const nextAt = new Date(clock.now().getTime() + leaseMs)
  taken.leases.add(nextAt.getTime())
  await data.transaction(async (inside) => {
    const present = await inside.triggers.lock(taken.trigger.id)
    if (present !== null && isStillOurs(taken, present)) await inside.triggers.setCourse(present.id, { nextAt })
  })
}

/** However long the work takes: meanwhile nobody else tends to the trigger. */
async function whileTaken<Result>(world: World, taken: Taken, work: () => Promise<Result>): Promise<Result> {
  const renewal = startLoop(world, () => renew(world, taken), {
    everyMs: renewEveryMs,
    afterMs: renewEveryMs,
    failure: 'The lease of a trigger could not be renewed',
    fields: { trigger_id: taken.trigger.id },
  })
  try {
    return await work()
  } finally {
    await renewal.stop()
  }
}

/** Keeps how the trigger fares, and has it looked at then. */
export async function goOn(
  data: Data,
  triggerId: string,
  course: Partial<TriggerCourse> & Pick<TriggerCourse, 'nextAt'>,
): Promise<void> {
  await data.triggers.setCourse(triggerId, course)
  const { nextAt } = course
  if (nextAt !== null) await data.queue.send('tend-trigger', [{ triggerId }], { startAfter: nextAt })
}

/**
 * Keeps how a trigger goes on, and fires it; not when it or its action was saved or deleted since it was taken, or somebody else
 * has taken it: what was found then no longer counts, and whoever did so looks anew.
 * @returns whether it was kept
 */
async function keep(
  world: World,
  taken: Taken,
  { fire, ...course }: Partial<TriggerCourse> & Pick<Course, 'nextAt' | 'fire'>,
): Promise<boolean> {
  const { id, actionId, revision } = taken.trigger
  return world.data.transaction(async (data) => {
    const present = await data.triggers.lock(id)
    if (present?.revision !== revision || !isStillOurs(taken, present)) return false
    const action = await data.actions.get(actionId)
    if (action?.revision !== taken.actionRevision) {
      await goOn(data, id, { nextAt: world.clock.now() })
      return false
    }
    await goOn(data, id, course)
    if (fire?.afterMs) await fireLater({ ...world, data }, id, { ...fire, afterMs: fire.afterMs })
    else if (fire) await fireTrigger({ ...world, data }, id, fire)
    return true
  })
}

/** Does what the kind said. */
async function follow(
  world: World,
  taken: Taken,
  { call, course }: { call: TriggerCall; course: Course },
): Promise<void> {
  const { trigger, signal } = call
  const { state, note = null, ...next } = course
  const sealedState = sealState(world, trigger.id, state)
  if (await keep(world, taken, { ...next, sealedState, note, error: null })) return
  const present = await world.data.triggers.get(trigger.id)
  // Nobody else remembers what it set up.
  if (!present?.sealedState) await takeBack(world, { ...trigger, sealedState }, signal)
}

const unknown: Failure = { code: 'internal', message: 'An internal error occurred; Pictable retries.' }

/**
 * Lets the kind do its part with a trigger that was taken. What does not work is kept as the trigger's error, and tried again
 * later; what is not done by the time that there is goes on as a job.
 */
export async function attend(
  world: World,
  call: TriggerCall,
  work: (world: World, call: TriggerCall) => Promise<Course>,
): Promise<void> {
  const { trigger, signal } = call
  const actionRevision = (await world.data.actions.get(trigger.actionId))?.revision
  const taken = { trigger, actionRevision, leases: new Set([trigger.nextAt?.getTime()]) }
  try {
    const course = await whileTaken(world, taken, () => work(world, call))
    await follow(world, taken, { call, course })
  } catch (error) {
    const now = world.clock.now()
    if (signal.aborted) {
      await keep(world, taken, { nextAt: now, note: 'The table is still being read.' })
      return
    }
    const failure = error instanceof AppError ? { code: error.code, message: error.message } : unknown
    await keep(world, taken, { nextAt: new Date(now.getTime() + POLL_AGAIN_MS), error: failure })
    if (!(error instanceof AppError)) throw error
  }
}

/** Fires what a trigger has gathered, and lets its kind look after it when that is due. Safe to call at any time. */
export async function tendTrigger(
  world: World,
  { triggerId }: { triggerId: string },
  signal: AbortSignal,
): Promise<void> {
  await fireGathered(world, triggerId, signal)
  const trigger = await takeDue(world, triggerId)
  if (trigger === null) return
  const kind = world.triggers.kind(trigger.kind)
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
 * The clock was put back: triggers that would wait for a time that it told before are looked at now, or at their next time of the
 * day. One that somebody tends to at this moment is left alone.
 */
export async function recallTriggers(world: World): Promise<void> {
  const now = world.clock.now()
  const leasedUntil = new Date(now.getTime() + leaseMs)
  const { signal } = new AbortController()
  for (const kind of world.triggers.kinds) {
    for (const { id } of await world.data.triggers.active(kind.kind)) {
      await world.data.transaction(async (data) => {
        const trigger = await data.triggers.lock(id)
        if (trigger === null || !trigger.active) return
        if (trigger.fireAt !== null && trigger.fireAt > now) {
          await data.triggers.setCourse(id, { fireAt: now })
          await data.queue.send('tend-trigger', [{ triggerId: id }])
        }
        if (trigger.nextAt === null || trigger.nextAt <= leasedUntil) return
        const inside = { ...world, data }
        const { nextAt } = kind.goesByClock
          ? await kind.start(inside, callOf(inside, trigger, { kind, signal }))
          : { nextAt: now }
        await goOn(data, id, { nextAt })
      })
    }
  }
}

/** The action has another table, view or mapping now: what looks at the table looks at once. */
export async function restartTriggers(
  { clock, data, triggers }: Pick<World, 'clock' | 'data' | 'triggers'>,
  actionId: string,
): Promise<void> {
  for (const { id } of await data.triggers.ofAction(actionId)) {
    const trigger = await data.triggers.lock(id)
    if (trigger === null || !trigger.active || trigger.nextAt === null || triggers.kind(trigger.kind).goesByClock)
      continue
    await goOn(data, id, { nextAt: clock.now() })
  }
}
