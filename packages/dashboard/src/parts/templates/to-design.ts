import type { TemplateInput } from '@pictable/renderer/browser'
import { z } from 'zod'

/** The server has checked what it stored; the renderer checks the rest once it is loaded. */
const design = z.custom<TemplateInput>(
  (json) =>
    z.looseObject({ width: z.number(), height: z.number(), layers: z.array(z.unknown()) }).safeParse(json).success,
)

/** A design that the server has checked. */
export const toDesign = (json: unknown): TemplateInput => design.parse(json)
