import {
  changeableProperties,
  everyLayer,
  type Template,
  templateJsonSchema,
  type Variable,
  variablesOf,
} from '@pictable/renderer/template'

/** What can be filled into a design: the names it binds, and per layer the properties that a modification may set. */
export function describeTemplate(design: Template): {
  variables: Variable[]
  layers: { name: string; type: string; properties: string[] }[]
} {
  return {
    variables: variablesOf(design),
    layers: everyLayer(design).map(({ layer }) => ({
      name: layer.name,
      type: layer.type,
      properties: changeableProperties(layer),
    })),
  }
}

/** What may stand in a design, as JSON Schema. */
export function describeDesigns(): Record<string, unknown> {
  return templateJsonSchema()
}
