import { AppError } from '#core/errors.ts'
import type { HookRequest } from '#core/ports/source.ts'
import type { HookQuery } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import type { Run } from '#core/run/run.ts'
import { fireLater, fireTrigger } from './fire-trigger.ts'
import type { Trigger } from './trigger.ts'
import { callOf, sealState } from './trigger-call.ts'

const nowhere = () => new AppError('not_found', 'There is nothing at this address.')

/** @throws AppError for one that takes no calls */
function callable(trigger: Trigger | null): Trigger {
  if (trigger === null) throw nowhere()
  if (trigger.active) return trigger
  throw new AppError('conflict', 'This trigger is switched off. Switch it on in the action, then call again.')
}

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
  const tokenHash = world.digest.sha256(token)
  const trigger = callable(await world.data.triggers.findByToken(tokenHash))
  const kind = world.triggers.kind(trigger.kind)
  const received = await kind.receive(world, callOf(world, trigger, { kind, signal }), request)
  if (received === null) throw nowhere()
  const { fire, state } = received
  const run = await world.data.transaction(async (data) => {
    const present = callable(await data.triggers.lock(trigger.id))
    if (present.tokenHash !== tokenHash) throw nowhere()
    // What it remembers by now is newer than what this call went by: at most it hears of the same changes again.
    if (state !== undefined && present.sealedState === trigger.sealedState)
      await data.triggers.setCourse(trigger.id, { sealedState: sealState(world, trigger.id, state) })
    if (!fire?.afterMs) return fire && fireTrigger({ ...world, data }, trigger.id, fire)
    await fireLater({ ...world, data }, trigger.id, { ...fire, afterMs: fire.afterMs })
    return null
  })
  if (run !== null || fire === null || fire.afterMs) return { trigger, run }
  const error = (await world.data.triggers.get(trigger.id))?.error
  if (error) throw new AppError('conflict', error.message)
  return { trigger, run }
}
