import type { World } from '#core/ports/world.ts'
import { type Firing, mergeFirings } from '#core/trigger/trigger.ts'

/** What a trigger has gathered; null when nothing. */
export async function gatheredBy({ data }: Pick<World, 'data'>, triggerId: string): Promise<Firing | null> {
  const { calls } = await data.triggers.calls.list(triggerId)
  return calls.length === 0 ? null : calls.reduce<Firing>(mergeFirings, { recordIds: [] })
}
