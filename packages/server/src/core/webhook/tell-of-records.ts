import type { Action } from '#core/action/action.ts'
import type { RecordOutcome } from '#core/ports/data/runs.ts'
import type { Data } from '#core/ports/data.ts'
import { type Fields, mapRecord } from '#core/run/map-record.ts'
import type { BareRun } from '#core/run/run.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { describeInputs, type EventFact } from './build-body.ts'
import { type EventWorld, recordEvents } from './record-events.ts'

/** Records of a run that have just ended. */
export interface EndedRecords {
  run: BareRun
  action: Action
  version: TemplateVersion
  outcomes: readonly RecordOutcome[]
  /** By place in the run. */
  fields: ReadonlyMap<number, Fields>
  at: Date
}

/** Tells of each record that got an image or failed; those that were skipped are no news. */
export async function tellOfRecords(world: EventWorld, data: Data, ended: EndedRecords): Promise<void> {
  const { run, action, version, fields, at } = ended
  const outcomes = ended.outcomes.filter(({ state }) => state !== 'skipped')
  if (outcomes.length === 0) return
  const factsOf = async (): Promise<EventFact[]> => {
    const images = await data.images.getMany(outcomes.flatMap(({ imageId }) => imageId ?? []))
    return outcomes.map(({ n, recordId, state, imageId, reason }): EventFact => {
      const known = mapRecord(fields.get(n) ?? {})
      const image = images.get(imageId ?? '') ?? null
      return {
        event: state === 'rendered' ? 'image.created' : 'image.failed',
        at,
        action: { id: action.id, title: action.title },
        runId: run.id,
        metadata: run.metadata,
        error: reason,
        picture: {
          recordId,
          image,
          template: { id: version.templateId, version: version.version },
          modifications: describeInputs(version.design, image?.values ?? known),
          fields: known,
        },
      }
    })
  }
  await recordEvents(world, data, {
    actionId: action.id,
    events: ['image.created', 'image.failed'],
    webhookIds: run.webhookIds,
    factsOf,
  })
}
