import { RenderError } from '#renderer/errors/render-error.ts'
import { looksComputed } from '#renderer/expressions/expression-binding.ts'
import { looksBound } from '#renderer/values/binding.ts'
import { checkValue, suitValue } from '#renderer/values/suit-value.ts'
import { kindOf } from './kinds.ts'
import type { TemplateLayer } from './template.ts'

/** The value as the property of the layer takes it; undefined for its default. @throws RenderError naming layer and property */
export function suitChange(layer: TemplateLayer, key: string, value: unknown): unknown {
  const { shape, type } = kindOf(layer)
  const schema = Object.hasOwn(shape, key) ? shape[key] : undefined
  if (!schema) {
    const message = `layer "${layer.name}" (${type}) has no property "${key}"`
    throw new RenderError('modification_unknown', message, { layer: layer.name })
  }
  if (value === null || value === undefined) return undefined
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
