import type { TemplateLayer } from './kinds.ts'

/** A layer of a template, with the keys that lead to it: `['layers', 3, 'children', 0]`. */
export interface LayerAt {
  readonly layer: TemplateLayer
  readonly keys: readonly (string | number)[]
}

/** The layers inside a layer, from back to front. */
export function childrenOf(layer: TemplateLayer): readonly TemplateLayer[] {
  return layer.type === 'group' ? layer.children : []
}

/** Every layer of a template, each before those inside it. */
export function everyLayer(template: { readonly layers: readonly TemplateLayer[] }): LayerAt[] {
  return within(template.layers, ['layers'])
}

function within(layers: readonly TemplateLayer[], keys: LayerAt['keys']): LayerAt[] {
  return layers.flatMap((layer, index) => {
    const own = [...keys, index]
    return [{ layer, keys: own }, ...within(childrenOf(layer), [...own, 'children'])]
  })
}
