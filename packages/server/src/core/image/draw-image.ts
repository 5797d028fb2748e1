import type { Font } from '#core/font/font.ts'
import type { RenderJob, RenderResult } from '#core/ports/renderer.ts'
import type { World } from '#core/ports/world.ts'
import type { Image } from './image.ts'
import { keepImage } from './keep-image.ts'
import type { PreparedImage } from './prepare-image.ts'

interface DrawOptions {
  id: string
  /** Every uploaded one. */
  fonts: readonly Font[]
  /** In place of the renderer's own. */
  render?: (job: RenderJob) => Promise<RenderResult>
}

/**
 * Renders an image and puts its files into the storage; it still has to be inserted.
 * @throws RecordError when its values or pictures cannot be rendered
 */
export async function drawImage(
  world: Pick<World, 'clock' | 'digest' | 'renderer' | 'storage'>,
  { version, values, modifications, sequence, output, metadata }: Omit<PreparedImage, 'webhookUrl'>,
  { id, fonts, render = (job) => world.renderer.render(job) }: DrawOptions,
): Promise<Omit<Image, 'webhookIds'>> {
  const job = { version, values, modifications, output, fonts, preview: true, ...(sequence && { sequence }) }
  const { report, ...made } = await render(job)
  return {
    id,
    templateId: version.templateId,
    templateVersion: version.version,
    design: version.templateId === null ? version.design : null,
    actionId: null,
    runId: null,
    recordId: null,
    output: null,
    fileName: null,
    values,
    modifications,
    sequence,
    metadata,
    ...(await keepImage(world, made)),
    report,
    createdAt: world.clock.now(),
  }
}
