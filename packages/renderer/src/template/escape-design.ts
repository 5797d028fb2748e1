import { escapeBraces } from '#renderer/expressions/braces.ts'
import { unwrap } from '#renderer/properties/bindable.ts'
import { hasExpressions, isWrittenText } from '#renderer/properties/written-text.ts'
import { layerKinds } from './kinds.ts'

/** By kind, the properties in which expressions may stand. */
const texts = new Map(
  layerKinds.map(({ type, shape }) => [
    type,
    Object.entries(shape).flatMap(([key, schema]) => {
      const inner = unwrap(schema)
      return isWrittenText(inner) ? [{ key, schema: inner }] : []
    }),
  ]),
)

/**
 * A stored design of before there were expressions, in which `{{` was nothing but text, as a design of now that draws the
 * same picture. What is no design is returned as it is.
 */
export function escapeDesign<Design extends object>(design: Design): Design {
  if (!('layers' in design) || !Array.isArray(design.layers)) return design
  return { ...design, layers: design.layers.map(escapeLayer) }
}

function escapeLayer(layer: unknown): unknown {
  if (typeof layer !== 'object' || layer === null) return layer
  const type: unknown = Reflect.get(layer, 'type')
  const own = (typeof type === 'string' && texts.get(type)) || []
  const escaped = own.flatMap(({ key, schema }): [string, string][] => {
    const text: unknown = Reflect.get(layer, key)
    return typeof text === 'string' && hasExpressions(text, schema) ? [[key, escapeBraces(text)]] : []
  })
  const children: unknown = Reflect.get(layer, 'children')
  return {
    ...layer,
    ...Object.fromEntries(escaped),
    ...(Array.isArray(children) && { children: children.map(escapeLayer) }),
  }
}
