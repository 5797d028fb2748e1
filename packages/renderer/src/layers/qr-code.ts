import { z } from 'zod'
import { lazily } from '#renderer/async/pending.ts'
import { logoBox, moduleShapes } from '#renderer/codes/code-looks.ts'
import { defineLayer } from '#renderer/model/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { sourceSchema } from '#renderer/properties/source.ts'
import { describe } from '#renderer/values/describe.ts'

const codes = lazily(() => import('#renderer/codes/measure-qr-code.ts'))

/** A QR code, as large as its box allows. An empty value leaves the box empty. */
export const qrCode = defineLayer({
  type: 'qr-code',
  properties: {
    value: z.string().max(3000).default('').apply(describe, 'Text to encode, such as a URL'),
    errorLevel: z
      .enum(['L', 'M', 'Q', 'H'])
      .default('M')
      .apply(describe, 'Share of the code that may be damaged: L 7%, M 15%, Q 25%, H 30%; always H with a logo'),
    quietZone: z
      .number()
      .min(0)
      .max(20)
      .default(4)
      .apply(describe, 'Empty margin around the code, in squares of the code; scanners need 4'),
    fill: paintSchema.default('#000000').apply(describe, 'Colour of the squares'),
    background: paintSchema.default('#ffffff').apply(describe, 'Colour behind the code and its quiet zone'),
    moduleShape: z.enum(moduleShapes).default('square').apply(describe, 'Shape of the squares'),
    eyeShape: z
      .enum(['square', 'rounded', 'circle'])
      .default('square')
      .apply(describe, 'Shape of the three corner marks'),
    eyeFill: paintSchema.optional().apply(describe, 'Default: `fill`'),
    logo: sourceSchema.default('').apply(describe, 'Picture in the middle of the code'),
    logoSize: z.number().min(0.05).max(0.25).default(0.2).apply(describe, 'Size of the logo relative to the box'),
  },
  create: (properties) => {
    const { logo } = properties
    const { width, height } = logoBox(properties)
    const center = { x: 0.5, y: 0.5 }
    return {
      ...(logo.trim() !== '' && {
        image: { src: logo, fallback: undefined, onMissing: 'fail', fit: 'contain', focalPoint: center, width, height },
      }),
      measure: (_, pixels) => codes().measureQrCode(properties, pixels),
    }
  },
})
