import type { z } from 'zod/mini'
import { RenderError } from '#renderer/errors/render-error.ts'
import { kindOf } from './kinds.ts'
import { everyLayer } from './layer-tree.ts'
import { type Keys, partSchema } from './slots.ts'
import { keysOfChange, suitChange, writtenOrDefault } from './suit-change.ts'
import type { Template, TemplateLayer } from './template.ts'

/** Changes the properties of the layer of that name, or parts of them: `{ name: 'Photo', x: 8, 'focalPoint.x': 0.2 }`. */
export interface Modification {
  name: string
  [property: string]: unknown
}

export type Properties = Readonly<Record<string, unknown>>

interface PartChange {
  readonly keys: Keys
  readonly value: unknown
}

/** What is changed in a layer. */
export interface Changes {
  /** Whole properties, which are not filled any more. */
  readonly whole: Properties
  /** Parts of properties, after these are filled. */
  readonly parts: readonly PartChange[]
}

function changesTo(layer: TemplateLayer, properties: Properties, before: Changes | undefined): Changes {
  const whole: Record<string, unknown> = { ...before?.whole }
  // The last value of a property counts.
  const parts = (before?.parts ?? []).filter(({ keys: [property = ''] }) => !Object.hasOwn(properties, property))
  for (const [key, given] of Object.entries(properties)) {
    const value = suitChange(layer, key, given)
    const keys = keysOfChange(key)
    if (keys.length === 1) whole[key] = value
    else parts.push({ keys, value })
  }
  return { whole, parts }
}

/** What is changed in each layer, by its name. */
export function changesByLayer(template: Template, modifications: readonly Modification[]): Map<string, Changes> {
  const changes = new Map<string, Changes>()
  modifications.forEach(({ name, ...properties }, index) => {
    const layers = everyLayer(template).map((each) => each.layer)
    const layer = layers.find((each) => each.name === name)
    if (!layer) {
      const known = layers.map((each) => `"${each.name}"`).join(', ')
      const message = `modifications[${index}]: there is no layer named "${name}"; there are ${known}`
      throw new RenderError('modification_unknown', message)
    }
    changes.set(name, changesTo(layer, properties, changes.get(name)))
  })
  return changes
}

/** Whether a changed value takes the place of what is at these keys. */
export function isReplaced({ whole, parts }: Changes, keys: Keys): boolean {
  const [property = ''] = keys
  return Object.hasOwn(whole, property) || parts.some((part) => part.keys.every((key, at) => key === keys[at]))
}

/** The filled properties of a layer with the changed parts. */
export function withParts(layer: TemplateLayer, filled: Properties, parts: readonly PartChange[]): Properties {
  const { shape } = kindOf(layer)
  const changed: Record<string, unknown> = { ...filled }
  for (const { keys, value } of parts) {
    const [property = '', ...rest] = keys
    const schema = shape[property]
    if (schema) changed[property] = withPart(schema, changed[property], { keys: rest, value })
  }
  return changed
}

/** A value that has no such part, such as a shorter list of a record, stays as it is. */
function withPart(schema: z.ZodMiniType, json: unknown, { keys: [key, ...keys], value }: PartChange): unknown {
  if (key === undefined) return value
  const whole = writtenOrDefault(schema, json)
  if (typeof whole !== 'object' || whole === null) return json
  const inner = partSchema(schema, whole, key)
  if (inner === undefined) return json
  const part = withPart(inner, Reflect.get(whole, key), { keys, value })
  if (Array.isArray(whole)) return whole.map((each: unknown, at) => (at === key ? part : each))
  return { ...whole, [key]: part }
}
