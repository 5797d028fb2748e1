import { z } from 'zod'
import { moduleShapes } from '#renderer/codes/lay-modules.ts'
import { logoBox, measureQrCode } from '#renderer/codes/measure-qr-code.ts'
import { defineLayer } from '#renderer/layer-kind.ts'
import { paintSchema } from '#renderer/properties/paint.ts'
import { sourceSchema } from '#renderer/properties/source.ts'

/** A QR code, as large as its box allows. An empty value leaves the box empty. */
export const qrCode = defineLayer({
  type: 'qr-code',
  properties: {
    /** Any text, such as an address. */
    value: z.string().max(3000).default(''),
    /** How much may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %; always H with a logo. */
    errorLevel: z.enum(['L', 'M', 'Q', 'H']).default('M'),
    /** Free room around the code, in squares of the code; scanners want 4. */
    quietZone: z.number().min(0).max(20).default(4),
    fill: paintSchema.default('#000000'),
    /** Behind the code and its quiet zone. */
    background: paintSchema.default('#ffffff'),
    moduleShape: z.enum(moduleShapes).default('square'),
    /** Of the three corners. */
    eyeShape: z.enum(['square', 'rounded', 'circle']).default('square'),
    /** Default: `fill` */
    eyeFill: paintSchema.optional(),
    /** A picture in the middle. */
    logo: sourceSchema.default(''),
    /** Relative to the box. */
    logoSize: z.number().min(0.05).max(0.25).default(0.2),
  },
  create: (properties) => {
    const { logo } = properties
    const { width, height } = logoBox(properties)
    const center = { x: 0.5, y: 0.5 }
    return {
      ...(logo.trim() !== '' && {
        image: { src: logo, fallback: undefined, onMissing: 'fail', fit: 'contain', focalPoint: center, width, height },
      }),
      measure: (_, pixels) => measureQrCode(properties, pixels),
    }
  },
})
