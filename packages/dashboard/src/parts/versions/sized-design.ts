import { z } from 'zod'
import type { PageSize } from '#dashboard/parts/templates/page-sizes.ts'

const size = z.looseObject({ width: z.number(), height: z.number() })
const sized = z.custom<object & PageSize>((json) => size.safeParse(json).success)

/** A design that the server has checked. Its keys stay in their order, for who compares sources. */
export const sizedDesign = (design: object) => sized.parse(design)
