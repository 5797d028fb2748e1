import type { Failure } from '@pictable/model/failure'
import type { EventName } from '@pictable/model/webhook'
import type { Data } from '#core/ports/data.ts'
import type { BareRun } from '#core/run/run.ts'
import type { EventFact } from './build-body.ts'
import { type EventWorld, recordEvents } from './record-events.ts'

/** Tells of a run, as it stands in this transaction. */
export async function tellOfRun(
  world: EventWorld,
  data: Data,
  { run, event, error = null, at }: { run: BareRun; event: EventName; error?: Failure | null; at: Date },
): Promise<void> {
  const { id: runId, actionId, webhookIds, metadata } = run
  const factsOf = async (): Promise<EventFact[]> => {
    const counts = (await data.runs.getBare(runId)) ?? run
    const title = (await data.actions.get(actionId))?.title ?? ''
    return [{ event, at, action: { id: actionId, title }, runId, metadata, error, counts }]
  }
  await recordEvents(world, data, { actionId, events: [event], webhookIds, factsOf })
}
