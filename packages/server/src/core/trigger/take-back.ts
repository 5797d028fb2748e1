import { AppError } from '#core/errors.ts'
import type { World } from '#core/ports/world.ts'
import type { Trigger } from './trigger.ts'
import { callOf } from './trigger-call.ts'

/** Takes back what a trigger had set up at its table. What cannot be (its account is gone, say) ends by itself, and a call that still comes is refused. */
export async function takeBack(world: World, trigger: Trigger, signal: AbortSignal): Promise<void> {
  const kind = world.triggers.kind(trigger.kind)
  try {
    await kind.stop(world, callOf(world, trigger, { kind, signal }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}
