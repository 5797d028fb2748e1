import type { World } from '#core/ports/world.ts'
import { type Firing, mergeFirings } from '#core/trigger/trigger.ts'

const undone = new Error('the calls are left as they are')

/** What a trigger has gathered; null when nothing. */
export async function gatheredBy({ data }: Pick<World, 'data'>, triggerId: string): Promise<Firing | null> {
  let calls: readonly Firing[] = []
  const taken = data.transaction(async ({ triggers }) => {
    calls = await triggers.calls.take(triggerId)
    throw undone
  })
  await taken.catch((error) => {
    if (error !== undone) throw error
  })
  const [first, ...others] = calls
  return first === undefined ? null : others.reduce<Firing>(mergeFirings, first)
}
