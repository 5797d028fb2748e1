import { z } from 'zod/mini'

const corner = z.number().check(z.minimum(0), z.maximum(10_000))

/** Corner radii in pixels: one for all, or upper left, upper right, lower right, lower left. */
export const radiusSchema = z.union([corner, z.tuple([corner, corner, corner, corner])])

export type Radius = z.output<typeof radiusSchema>
