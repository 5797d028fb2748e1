import type { Contract } from '@pictable/client'
import { movingFormats } from '@pictable/model/image'
import type { ImageRequest } from '#core/image/prepare-image.ts'
import type { Inputs, Sequence } from '#core/ports/renderer.ts'
import type { CallOf } from '#http/endpoint/endpoint-call.ts'

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

/** The body of a request for one image. */
export function imageRequestOf(body: CallOf<Contract['images']['create']>['body']): ImageRequest {
  const { template_id: id, template: design, version, values, modifications, metadata = null, ...rest } = body
  const { pages: _pages, frames: _frames, delay_ms: _delay, loop: _loop, formats = ['png'], ...sent } = rest
  const { webhook_url: webhookUrl, width: widthPx, height: heightPx, ...look } = sent
  return {
    template: id === undefined ? { design } : { id, version },
    values,
    modifications,
    sequence: sequenceOf(body, body.formats),
    metadata,
    output: { ...look, formats: formats.filter((format) => format !== 'gif') },
    size: { widthPx, heightPx },
    webhookUrl,
  }
}
