import { z } from 'zod/mini'
import { lazily } from '#renderer/async/pending.ts'
import { logoBox, moduleShapes } from '#renderer/codes/code-looks.ts'
import { requestPaints } from '#renderer/drawing/paint-requests.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { sourceSchema } from '#renderer/properties/source.ts'
import { writtenText } from '#renderer/properties/written-text.ts'
import { describe } from '#renderer/values/describe.ts'

const codes = lazily(() => import('#renderer/codes/measure-qr-code.ts'))

/** A QR code, as large as its box allows. An empty value leaves the box empty. */
export const qrCode = defineLayer({
  type: 'qr-code',
  properties: {
    value: z._default(writtenText(3000), '').apply(describe, 'Text to encode, such as `https://example.com/{{SKU}}`'),
    errorLevel: z
      ._default(z.enum(['L', 'M', 'Q', 'H']), 'M')
      .apply(describe, 'Share of the code that may be damaged: L 7%, M 15%, Q 25%, H 30%; always H with a logo'),
    quietZone: z
      ._default(z.number().check(z.minimum(0), z.maximum(20)), 4)
      .apply(describe, 'Empty margin around the code, in squares of the code; scanners need 4'),
    fill: z._default(paintSchema, '#000000').apply(describe, 'Colour, gradient or picture of the squares'),
    background: z
      ._default(paintSchema, '#ffffff')
      .apply(describe, 'Colour, gradient or picture behind the code and its quiet zone'),
    moduleShape: z._default(z.enum(moduleShapes), 'square').apply(describe, 'Shape of the squares'),
    eyeShape: z
      ._default(z.enum(['square', 'rounded', 'circle']), 'square')
      .apply(describe, 'Shape of the three corner marks'),
    eyeFill: z.optional(paintSchema).apply(describe, 'Default: `fill`'),
    logo: z._default(sourceSchema, '').apply(describe, 'Picture in the middle of the code'),
    logoSize: z
      ._default(z.number().check(z.minimum(0.05), z.maximum(0.25)), 0.2)
      .apply(describe, 'Size of the logo relative to the box'),
  },
  create: (properties) => {
    const { logo, fill, eyeFill, background } = properties
    const { width, height } = logoBox(properties)
    const center = { x: 0.5, y: 0.5 }
    return {
      ...(logo.trim() !== '' && {
        image: { src: logo, fallback: undefined, onMissing: 'fail', fit: 'contain', focalPoint: center, width, height },
      }),
      paints: new Map(requestPaints(properties, [fill, eyeFill, background])),
      measure: (_, pictures) => codes().measureQrCode({ ...properties, pictures }),
    }
  },
})
