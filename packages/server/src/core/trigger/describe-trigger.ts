import type { Failure } from '@pictable/model/failure'
import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import { callOf } from './trigger-call.ts'

/** What the trigger would do, in words; starts nothing. */
export async function describeTrigger(
  world: World,
  id: string,
  signal: AbortSignal,
): Promise<{ ok: boolean; message: string; error: Failure | null }> {
  const trigger = found(await world.data.triggers.get(id), 'trigger', id)
  const kind = world.triggers.kind(trigger.kind)
  try {
    return { ok: true, message: await kind.describe(world, callOf(world, trigger, { kind, signal })), error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { code, message } = error
    return { ok: false, message, error: { code, message } }
  }
}
