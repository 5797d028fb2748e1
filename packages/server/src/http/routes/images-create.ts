import { contract } from '@pictable/client'
import { movingFormats } from '#core/image/image.ts'
import { renderImage } from '#core/image/render-image.ts'
import type { Inputs, Sequence } from '#core/ports/renderer.ts'
import { checkReceiverUrl } from '#core/webhook/save-webhook.ts'
import { bind } from '#http/endpoint-call.ts'
import { presentImage } from '#http/present/image.ts'

interface Rows {
  pages?: readonly Inputs[]
  frames?: readonly Inputs[]
  delay_ms?: number | readonly number[]
  loop?: number
}

/** The contract has seen to it that there is one of them at most, and formats that fit. */
function sequenceOf(
  { pages, frames, delay_ms: delaysMs = 1000, loop = 0 }: Rows,
  formats: readonly string[] = ['gif'],
): Sequence | undefined {
  if (pages !== undefined) return { kind: 'pages', rows: pages }
  if (frames === undefined) return undefined
  const moving = movingFormats.filter((format) => formats.includes(format))
  return { kind: 'frames', rows: frames, formats: moving, delaysMs, loop }
}

export const imagesCreate = bind(contract.images.create)(async ({ world, body }) => {
  const { template_id: id, template: design, version, values, modifications, metadata = null, ...rest } = body
  const { pages: _pages, frames: _frames, delay_ms: _delay, loop: _loop, formats = ['png'], ...sent } = rest
  const { webhook_url: webhookUrl, ...look } = sent
  if (webhookUrl !== undefined) checkReceiverUrl(world, webhookUrl, 'webhook_url')
  const image = await renderImage(world, {
    template: id === undefined ? { design } : { id, version },
    values,
    modifications,
    sequence: sequenceOf(body, body.formats),
    metadata,
    output: { ...look, formats: formats.filter((format) => format !== 'gif') },
    webhookUrl,
  })
  return { status: 201, body: presentImage(image, world.publicUrl), headers: { location: `/v1/images/${image.id}` } }
})
