import type { Failure } from '@pictable/model/failure'
import type { TemplateValue } from '@pictable/model/value'
import type { Image } from '#core/image/image.ts'
import type { Data } from '#core/ports/data.ts'
import type { DrawnVersion, Modification } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import { describeInputs, type EventFact } from './build-body.ts'
import { recordEvents } from './record-events.ts'

/** An image that was asked for by itself, or why it was not made. */
export interface RequestedImage {
  version: DrawnVersion
  values: Readonly<Record<string, TemplateValue>>
  modifications: readonly Modification[]
  metadata: Readonly<Record<string, unknown>> | null
  /** Unnamed receivers of this alone. */
  webhookIds: readonly string[]
  image: Image | null
  error: Failure | null
}

export async function tellOfImage(
  world: Pick<World, 'clock' | 'newId' | 'publicUrl' | 'secrets'>,
  data: Data,
  requested: RequestedImage,
): Promise<void> {
  const { version, values, modifications, metadata, webhookIds, image, error } = requested
  const event = error === null ? 'image.created' : 'image.failed'
  const factsOf = (): EventFact[] => [
    {
      event,
      at: world.clock.now(),
      action: null,
      runId: null,
      metadata,
      error,
      picture: {
        recordId: null,
        image,
        template: { id: version.templateId, version: version.version },
        modifications: describeInputs(version.design, values, modifications),
        fields: {},
      },
    },
  ]
  await recordEvents(world, data, { actionId: null, events: [event], webhookIds, factsOf })
}
