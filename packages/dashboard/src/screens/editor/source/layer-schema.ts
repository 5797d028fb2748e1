import { isPart, propertiesOf, type SchemaPart } from '#dashboard/parts/source/schema-at.ts'

const known = new WeakMap<SchemaPart, SchemaPart>()

/** The schema of designs, or of a layer by itself; the same object at every call. */
export function layerSchema(design: SchemaPart, isLayer: boolean): SchemaPart {
  if (!isLayer) return design
  const made = known.get(design)
  if (made) return made
  const { layers } = propertiesOf(design)
  const items = isPart(layers) && isPart(layers.items) ? layers.items : {}
  const { properties: _, required: __, additionalProperties: ___, ...shared } = design
  const schema = { ...shared, type: undefined, ...items }
  known.set(design, schema)
  return schema
}
