import { z } from 'zod/mini'
import { describe } from '#renderer/values/describe.ts'

const factor = z._default(z.number().check(z.minimum(0), z.maximum(10)), 1)
const share = z._default(z.number().check(z.minimum(0), z.maximum(1)), 0)

/** Changes to the colours of a whole layer. */
export const filtersSchema = z.strictObject({
  blur: z
    ._default(z.number().check(z.minimum(0), z.maximum(500)), 0)
    .apply(describe, 'Blur radius in pixels, as in CSS'),
  brightness: factor.apply(describe, '0 is black, 1 is unchanged'),
  contrast: factor.apply(describe, '0 is grey, 1 is unchanged'),
  saturate: factor.apply(describe, '0 removes the colour, 1 is unchanged'),
  grayscale: share.apply(describe, '1 removes the colour'),
  sepia: share.apply(describe, '1 is fully sepia'),
  hue: z
    ._default(z.number().check(z.minimum(-3600), z.maximum(3600)), 0)
    .apply(describe, 'Rotates the hue by this many degrees'),
  invert: share.apply(describe, '1 inverts the colours'),
})

export type Filters = z.output<typeof filtersSchema>

const neutral = filtersSchema.parse({})

/** The filters as the canvas and CSS write them; undefined when they change nothing. */
export function filterText(filters: Filters, scale: number): string | undefined {
  const written = {
    blur: `blur(${filters.blur * scale}px)`,
    brightness: `brightness(${filters.brightness})`,
    contrast: `contrast(${filters.contrast})`,
    saturate: `saturate(${filters.saturate})`,
    grayscale: `grayscale(${filters.grayscale})`,
    sepia: `sepia(${filters.sepia})`,
    hue: `hue-rotate(${filters.hue}deg)`,
    invert: `invert(${filters.invert})`,
  }
  const active = z.keyof(filtersSchema).options.filter((name) => filters[name] !== neutral[name])
  return active.length === 0 ? undefined : active.map((name) => written[name]).join(' ')
}
