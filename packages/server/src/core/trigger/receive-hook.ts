import { AppError } from '#core/errors.ts'
import type { HookRequest } from '#core/ports/source.ts'
import type { HookQuery } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'
import { fireLater, fireTrigger } from './fire-trigger.ts'
import type { Trigger } from './trigger.ts'
import { callOf, sealState } from './trigger-call.ts'

const nowhere = () => new AppError('not_found', 'There is nothing at this address.')

/**
 * Takes a call to the address of a trigger.
 * @returns the run that serves it; null when nothing is to be rendered, or not yet
 * @throws AppError `not_found` for an address that leads nowhere, and for a call that its kind does not accept
 */
export async function receiveHook(
  world: World,
  token: string,
  { signal, ...request }: HookRequest & { query: HookQuery; signal: AbortSignal },
): Promise<{ trigger: Trigger; run: Run | null }> {
  const trigger = await world.data.triggers.findByToken(world.digest.sha256(token))
  if (trigger === null) throw nowhere()
  if (!trigger.active)
    throw new AppError('conflict', 'This trigger is switched off. Switch it on in the action, then call again.')
  const kind = world.triggers.kind(trigger.kind)
  const received = await kind.receive(world, callOf(world, trigger, { kind, signal }), request)
  if (received === null) throw nowhere()
  const { fire, state } = received
  if (state !== undefined)
    await world.data.triggers.setCourse(trigger.id, { sealedState: sealState(world, trigger.id, state) })
  if (fire === null) return { trigger, run: null }
  if (fire.afterMs) {
    await fireLater(world, trigger.id, { ...fire, afterMs: fire.afterMs })
    return { trigger, run: null }
  }
  const run = await fireTrigger(world, trigger.id, fire)
  const { error } = (await world.data.triggers.get(trigger.id)) ?? trigger
  if (run === null && error !== null) throw new AppError('conflict', error.message)
  return { trigger, run }
}
