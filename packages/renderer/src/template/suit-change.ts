import type { z } from 'zod/mini'
import { pathOf } from '#renderer/errors/issues.ts'
import { RenderError } from '#renderer/errors/render-error.ts'
import { looksComputed } from '#renderer/expressions/expression-binding.ts'
import { looksBound } from '#renderer/values/binding.ts'
import { checkValue, suitValue } from '#renderer/values/suit-value.ts'
import { kindOf } from './kinds.ts'
import { type Keys, partSchema } from './slots.ts'
import type { TemplateLayer } from './template.ts'

/** Where a modification sets its value: `fill.focalPoint.x` and `colors[1]` are parts of properties. */
export const keysOfChange = (key: string): Keys =>
  key.split(/[.[]/).map((part) => (part.endsWith(']') ? Number(part.slice(0, -1)) : part))

/** What is there now, else the default. */
export function writtenOrDefault(schema: z.ZodMiniType, json: unknown): unknown {
  return json === undefined ? schema.safeParse(undefined).data : json
}

function schemaOfChange(layer: TemplateLayer, key: string): z.ZodMiniType | undefined {
  const keys = keysOfChange(key)
  const [property = '', ...parts] = keys
  const { shape } = kindOf(layer)
  if (pathOf(keys) !== key || !Object.hasOwn(shape, property)) return undefined
  let schema = shape[property]
  let json: unknown = Reflect.get(layer, property)
  for (const part of parts) {
    const whole: unknown = schema && writtenOrDefault(schema, json)
    if (schema === undefined || typeof whole !== 'object' || whole === null) return undefined
    schema = partSchema(schema, whole, part)
    json = Reflect.get(whole, part)
  }
  return schema
}

/** Whether a modification may set the property, or the part of one. */
export function mayChange(layer: TemplateLayer, key: string): boolean {
  return schemaOfChange(layer, key) !== undefined
}

/** The value as the property of the layer takes it; undefined for its default. @throws RenderError naming layer and property */
export function suitChange(layer: TemplateLayer, key: string, value: unknown): unknown {
  const schema = schemaOfChange(layer, key)
  if (!schema) {
    const message = `layer "${layer.name}" (${layer.type}) has no property "${key}"`
    throw new RenderError('modification_unknown', message, { layer: layer.name })
  }
  if (value === null || value === undefined) {
    if (keysOfChange(key).length === 1 || schema.safeParse(undefined).success) return undefined
    throw new RenderError('value_invalid', `layer "${layer.name}": ${key}: must have a value`, { layer: layer.name })
  }
  const suited = isPlain(value) ? suitValue(value, schema) : checkValue(value, schema)
  if ('data' in suited) return suited.data
  const isComputed = looksBound(value) || looksComputed(value)
  const reason = isComputed ? 'must be a value; write bindings and expressions into the template' : suited.reason
  throw new RenderError('value_invalid', `layer "${layer.name}": ${key}: ${reason}`, { layer: layer.name })
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Why a modification cannot set the property to this value; undefined where it can. */
export function changeProblem(layer: TemplateLayer, key: string, value: unknown): string | undefined {
  try {
    suitChange(layer, key, value)
    return undefined
  } catch (error) {
    if (error instanceof RenderError) return error.message
    throw error
  }
}
