import { openSource } from '#core/connection/open-source.ts'
import type { Capabilities } from '#core/ports/source.ts'
import type { World } from '#core/ports/world.ts'
import { found } from '#core/revision.ts'
import type { Run, Trigger } from './run.ts'

export interface Estimate {
  /** null when nobody can know without reading the table. */
  records: number | null
  /** Requests to the table's API if every record has changed. */
  sourceCalls: number
  seconds: number | null
}

function recordsOf(trigger: Trigger, last: Run | undefined): number | null {
  const all = trigger.recordIds === null ? last?.total : new Set(trigger.recordIds).size
  if (all === undefined) return null
  return trigger.limit === null ? all : Math.min(all, trigger.limit)
}

function callsOf(records: number, { page, write }: Capabilities, writes: boolean): number {
  const reading = Math.max(1, Math.ceil(records / page.max))
  return reading + (writes && write !== null ? Math.ceil(records / write.batchMax) : 0)
}

function secondsEach(run: Run | undefined): number | null {
  if (run === undefined || run.startedAt === null || run.finishedAt === null || run.rendered === 0) return null
  return (run.finishedAt.getTime() - run.startedAt.getTime()) / 1000 / run.rendered
}

/** What a run would take, from the last completed ones of the action; starts nothing and asks the table nothing. */
export async function estimateRun(
  world: Pick<World, 'data' | 'secrets' | 'sources'>,
  actionId: string,
  trigger: Trigger,
): Promise<Estimate> {
  const action = found(await world.data.actions.get(actionId), 'action', actionId)
  const { capabilities } = await openSource(world, action.connectionId)
  const { results } = await world.data.runs.list({ actionId, state: 'completed', limit: 20 })
  const whole = results.find((run) => run.recordIds === null && run.limit === null)
  const records = recordsOf(trigger, whole)
  const each = secondsEach(results.find((run) => run.rendered > 0))
  // listing the fields, and the views when one is set
  const schemaCalls = action.viewId === null ? 1 : 2
  return {
    records,
    sourceCalls: schemaCalls + callsOf(records ?? 0, capabilities, action.writeBack !== null),
    seconds: records === null || each === null ? null : records * each,
  }
}
