import { RenderError } from '#renderer/errors/render-error.ts'
import { everyLayer } from './layer-tree.ts'
import { suitChange } from './suit-change.ts'
import type { Template } from './template.ts'

/** Changes the properties of the layer of that name: `{ name: 'Title', text: 'Hello', fill: 'red' }`. */
export interface Modification {
  name: string
  [property: string]: unknown
}

export type Properties = Readonly<Record<string, unknown>>

/** What is changed in each layer, by its name. */
export function changesByLayer(template: Template, modifications: readonly Modification[]): Map<string, Properties> {
  const changes = new Map<string, Properties>()
  modifications.forEach(({ name, ...properties }, index) => {
    const layers = everyLayer(template).map((each) => each.layer)
    const layer = layers.find((each) => each.name === name)
    if (!layer) {
      const known = layers.map((each) => `"${each.name}"`).join(', ')
      const message = `modifications[${index}]: there is no layer named "${name}"; there are ${known}`
      throw new RenderError('modification_unknown', message)
    }
    const suited = Object.entries(properties).map(([key, value]) => [key, suitChange(layer, key, value)])
    changes.set(name, { ...changes.get(name), ...Object.fromEntries(suited) })
  })
  return changes
}
