import { type Template, templateSchema, type Variable, variablesOf } from '@pictable/renderer/template'
import { z } from 'zod'

const layerJson = z.looseObject({
  properties: z.looseObject({ type: z.looseObject({ const: z.string() }) }),
})
const designJson = z.looseObject({
  properties: z.looseObject({
    layers: z.looseObject({ items: z.looseObject({ oneOf: z.array(layerJson) }) }),
  }),
})

/** What a modification may set on a layer, by its type. */
function readProperties(): Map<string, string[]> {
  const design = designJson.parse(z.toJSONSchema(templateSchema, { io: 'input', unrepresentable: 'any' }))
  return new Map(
    design.properties.layers.items.oneOf.map(({ properties: { type, name: _, ...others } }) => [
      type.const,
      Object.keys(others),
    ]),
  )
}

const propertiesByType = readProperties()

/** What can be filled into a design: the names it binds, and per layer the properties that a modification may set. */
export function describeTemplate(design: Template): {
  variables: Variable[]
  layers: { name: string; type: string; properties: string[] }[]
} {
  return {
    variables: variablesOf(design),
    layers: design.layers.map(({ name, type }) => ({ name, type, properties: propertiesByType.get(type) ?? [] })),
  }
}
