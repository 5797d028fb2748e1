import type { TriggerCall, TriggerKind } from '#core/ports/triggers.ts'
import type { World } from '#core/ports/world.ts'
import type { Trigger } from './trigger.ts'

const contextOf = (column: string, triggerId: string) => `triggers.${column}.${triggerId}`

export function sealToken({ secrets }: Pick<World, 'secrets'>, triggerId: string, token: string): string {
  return secrets.seal(token, contextOf('sealed_token', triggerId))
}

export function sealState({ secrets }: Pick<World, 'secrets'>, triggerId: string, state: unknown): string | null {
  return state === null ? null : secrets.seal(JSON.stringify(state), contextOf('sealed_state', triggerId))
}

/** The address by which a trigger is called: whoever knows it may. */
export function hookUrlOf({ secrets, publicUrl }: Pick<World, 'publicUrl' | 'secrets'>, trigger: Trigger): string {
  return `${publicUrl}/v1/hooks/${secrets.open(trigger.sealedToken, contextOf('sealed_token', trigger.id))}`
}

/** What the kind of a trigger is told. */
export function callOf(
  world: World,
  trigger: Trigger,
  { kind, signal }: { kind: TriggerKind; signal: AbortSignal },
): TriggerCall {
  const { sealedState } = trigger
  const state: unknown =
    sealedState === null ? null : JSON.parse(world.secrets.open(sealedState, contextOf('sealed_state', trigger.id)))
  return {
    trigger,
    settings: kind.settings.parse(trigger.settings),
    state,
    hookUrl: hookUrlOf(world, trigger),
    now: world.clock.now(),
    signal,
  }
}
