import type { Failure } from '@pictable/model/failure'
import type { Action } from '#core/action/action.ts'
import type { Data } from '#core/ports/data.ts'
import { type Fields, mapRecord } from '#core/run/map-record.ts'
import type { BareRun } from '#core/run/run.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { describeInputs, type EventFact } from './build-body.ts'
import { type EventWorld, recordEvents } from './record-events.ts'

/** What became of a record, or of one of its outputs. */
export interface EndedImage {
  n: number
  recordId: string
  /** The name of the output; null when the action has one without a name. */
  output: string | null
  version: TemplateVersion
  state: 'rendered' | 'skipped' | 'failed'
  imageId: string | null
  reason: Failure | null
}

/** Records of a run that have just ended. */
interface EndedRecords {
  run: BareRun
  action: Action
  images: readonly EndedImage[]
  /** By place in the run. */
  fields: ReadonlyMap<number, Fields>
  at: Date
}

/** Notifies about each image that was made or failed; those that were skipped are no news. */
export async function tellOfRecords(world: EventWorld, data: Data, ended: EndedRecords): Promise<void> {
  const { run, action, fields, at } = ended
  const news = ended.images.filter(({ state }) => state !== 'skipped')
  if (news.length === 0) return
  const factsOf = async (): Promise<EventFact[]> => {
    const images = await data.images.getMany(news.flatMap(({ imageId }) => imageId ?? []))
    return news.map(({ n, recordId, output, version, state, imageId, reason }): EventFact => {
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
          output,
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
