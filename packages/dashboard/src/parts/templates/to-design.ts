import type { TemplateInput } from '@pictable/renderer/browser'
import * as v from 'valibot'

/** The server has checked what it stored; the renderer checks the rest once it is loaded. */
const shape = v.looseObject({ width: v.number(), height: v.number(), layers: v.array(v.unknown()) })
const design = v.custom<TemplateInput>((json) => v.is(shape, json))

/** A design that the server has checked. */
export const toDesign = (json: unknown): TemplateInput => v.parse(design, json)
