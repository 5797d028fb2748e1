import type { Failure } from '@pictable/model/failure'
import type { EventName } from '@pictable/model/webhook'
import type { Data } from '#core/ports/data.ts'
import type { BareRun } from '#core/run/run.ts'
import type { EventFact, RunDigest } from './build-body.ts'
import { type EventWorld, recordEvents } from './record-events.ts'

const MAX_PICTURES = 4

async function digestOf(data: Data, run: BareRun, at: Date): Promise<RunDigest> {
  const { results } = await data.images.list({ runId: run.id, limit: MAX_PICTURES })
  const images = results.filter(({ unpublishedAt = null }) => unpublishedAt === null)
  return {
    durationMs: run.startedAt === null ? null : Math.max(0, at.getTime() - run.startedAt.getTime()),
    failureGroups: Object.values(run.failureGroups),
    images,
    labels: await data.images.labels(images.map(({ id }) => id)),
  }
}

/** Tells of a run, as it stands in this transaction. */
export async function tellOfRun(
  world: EventWorld,
  data: Data,
  { run, event, error = null, at }: { run: BareRun; event: EventName; error?: Failure | null; at: Date },
): Promise<void> {
  const { id: runId, actionId, webhookIds, metadata } = run
  const factsOf = async ({ isForPeople }: { isForPeople: boolean }): Promise<EventFact[]> => {
    const counts = (await data.runs.getBare(runId)) ?? run
    const title = (await data.actions.get(actionId))?.title ?? ''
    const digest = isForPeople && event !== 'run.started' ? { digest: await digestOf(data, counts, at) } : {}
    return [{ event, at, action: { id: actionId, title }, runId, metadata, error, counts, ...digest }]
  }
  await recordEvents(world, data, { actionId, events: [event], webhookIds, factsOf })
}
