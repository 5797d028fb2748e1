import { AppError, isOurTrouble } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'
import { startRun } from '#core/run/start-run.ts'
import { gather } from './gather.ts'
import { type Firing, mergeFirings } from './trigger.ts'

type FireWorld = Pick<World, 'clock' | 'data' | 'newId'>

/**
 * Starts the run of a trigger, and keeps that it did, in one transaction. An action that cannot run (its template is
 * not published, say) is kept as the trigger's error.
 * @returns the run that serves it; null when there is none, and for one that is off unless a person fires it
 */
export async function fireTrigger(
  world: FireWorld,
  triggerId: string,
  { recordIds, isByHand = false }: Firing & { isByHand?: boolean },
): Promise<Pick<Run, 'id'> | null> {
  try {
    return await world.data.transaction(async (data) => {
      const trigger = await data.triggers.lock(triggerId)
      if (trigger === null || !(trigger.active || isByHand)) return null
      const { run } = await startRun({ ...world, data }, trigger.actionId, {
        ...mergeFirings(null, { recordIds }),
        force: false,
        limit: null,
        metadata: { trigger: { id: trigger.id, kind: trigger.kind } },
        startedBy: { kind: trigger.kind, id: trigger.id },
      })
      await data.triggers.setCourse(triggerId, { lastFiredAt: world.clock.now(), lastRunId: run.id, error: null })
      return run
    })
  } catch (error) {
    if (!(error instanceof AppError) || isOurTrouble(error)) throw error
    const { code, message } = error
    await world.data.triggers.setCourse(triggerId, { error: { code, message } })
    return null
  }
}

/** Fires after a while: what is gathered until then makes one run. */
export async function fireLater(
  world: FireWorld,
  triggerId: string,
  { recordIds, afterMs }: Firing & { afterMs: number },
): Promise<void> {
  await world.data.transaction(async (data) => {
    const trigger = await data.triggers.lock(triggerId)
    if (trigger === null || !trigger.active) return
    await gather({ ...world, data }, trigger, { recordIds, afterMs, whenFull: 'take_view' })
  })
}
