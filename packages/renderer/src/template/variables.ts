import { z } from 'zod/mini'
import { pathOf } from '#renderer/errors/issues.ts'
import { pageShape } from '#renderer/properties/page.ts'
import { namesIn } from '#renderer/values/condition.ts'
import { kindOf } from './kinds.ts'
import { everyLayer } from './layer-tree.ts'
import { conditionOf, type Slot, slotsOf } from './slots.ts'
import type { Template, TemplateLayer } from './template.ts'

/** A value that a template asks for. */
export interface Variable {
  name: string
  kind: 'text' | 'image' | 'number' | 'color' | 'boolean'
  /** The layer that uses it; undefined for the page itself. */
  layer: string | undefined
  /** Where it is used, such as `fill.stops[0].color`. */
  property: string
}

/** Every use of a variable in the template, in the order of the layers. */
export function variablesOf(template: Template): Variable[] {
  const page = slotsOf(template, pageShape).flatMap((slot) => uses(slot, undefined))
  const inLayers = everyLayer(template).flatMap(({ layer }) => {
    const condition = conditionOf(layer)
    const tested = (condition ? namesIn(condition) : []).map((name) => {
      return { name, kind: 'text' as const, layer: layer.name, property: 'visible' }
    })
    return [...slotsOf(layer, kindOf(layer).shape).flatMap((slot) => uses(slot, layer.name)), ...tested]
  })
  return [...page, ...inLayers]
}

function uses(slot: Slot, layer: string | undefined): Variable[] {
  const kind = kindOfValue(slot.schema)
  return [slot.binding.bind].flat().map((name) => ({ name, kind, layer, property: pathOf(slot.keys) }))
}

function kindOfValue(schema: z.ZodMiniType): Variable['kind'] {
  const marked = z.globalRegistry.get(schema)?.kind
  if (marked === 'image' || marked === 'color') return marked
  if (schema instanceof z.ZodMiniNumber) return 'number'
  if (schema instanceof z.ZodMiniBoolean) return 'boolean'
  return 'text'
}

/** The properties that a modification may set on a layer. */
export function changeableProperties(layer: TemplateLayer): string[] {
  return Object.keys(kindOf(layer).shape)
}
