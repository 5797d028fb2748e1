import { z } from 'zod/mini'

const side = z.number().check(z.minimum(0), z.maximum(10_000))

/** Free room inside an edge, in pixels: one for all sides, or top, right, bottom, left. */
export const paddingSchema = z.union([side, z.tuple([side, side, side, side])])

export type Padding = z.output<typeof paddingSchema>

export interface Sides {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

export function sidesOf(padding: Padding): Sides {
  const [top, right, bottom, left] = typeof padding === 'number' ? [padding, padding, padding, padding] : padding
  return { top, right, bottom, left }
}
