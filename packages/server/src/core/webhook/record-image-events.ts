import type { Failure } from '@pictable/model/failure'
import type { Image } from '#core/image/image.ts'
import type { Data } from '#core/ports/data.ts'
import type { DrawnVersion, Inputs } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { describeInputs, type EventFact } from './build-body.ts'
import { type EventWorld, recordEvents } from './record-events.ts'

/** An image that was requested by itself, or why it was not made. */
export interface RequestedImage extends Inputs {
  version: DrawnVersion
  metadata: Readonly<Record<string, unknown>> | null
  /** Unnamed receivers of this alone. */
  webhookIds: readonly string[]
  image: Image | null
  error: Failure | null
}

/** Writes the events of images that belong to no action, in the transaction that stores the images. */
export async function recordImageEvents(
  world: Pick<World, 'clock'> & EventWorld,
  data: Data,
  requested: readonly RequestedImage[],
): Promise<void> {
  const at = world.clock.now()
  const factOf = ({ version, values, modifications, metadata, image, error }: RequestedImage): EventFact => ({
    event: error === null ? 'image.created' : 'image.failed',
    at,
    action: null,
    runId: null,
    metadata,
    error,
    picture: {
      recordId: null,
      output: null,
      image,
      template: { id: version.templateId, version: version.version },
      modifications: describeInputs(version.design, values, modifications),
      fields: {},
    },
  })
  const byReceivers = Map.groupBy(requested, ({ webhookIds }) => webhookIds.join())
  for (const some of byReceivers.values()) {
    const events = [...new Set(some.map(({ error }) => (error === null ? 'image.created' : 'image.failed')))] as const
    const [{ webhookIds } = { webhookIds: [] }] = some
    await recordEvents(world, data, { actionId: null, events, webhookIds, factsOf: () => some.map(factOf) })
  }
}
