import { layerSchema, type TemplateLayer } from './kinds.ts'
import { slotsOfLayerInSteps } from './slots.ts'

/** Layers that were parsed before, by what they were parsed from: that must not be changed afterwards. */
export type KnownLayers = WeakMap<object, TemplateLayer>

/** Parses layers and those inside them in short steps. Undefined when one is wrong. */
export function* parseLayers(
  inputs: readonly unknown[],
  known: KnownLayers,
): Generator<void, TemplateLayer[] | undefined> {
  const layers: TemplateLayer[] = []
  for (const input of inputs) {
    const layer = yield* parseLayer(input, known)
    if (!layer) return undefined
    layers.push(layer)
  }
  return layers
}

function* parseLayer(input: unknown, known: KnownLayers): Generator<void, TemplateLayer | undefined> {
  if (typeof input !== 'object' || input === null) return undefined
  const before = known.get(input)
  if (before) return before
  const layer = yield* readLayer(input, known)
  if (layer === undefined) return undefined
  known.set(input, layer)
  // Every use of a template asks what values decide: that is read here, as reading it at once would take too long.
  yield* slotsOfLayerInSteps(layer)
  return layer
}

function* readLayer(input: object, known: KnownLayers): Generator<void, TemplateLayer | undefined> {
  const isGroup = 'type' in input && input.type === 'group'
  const inside: unknown = isGroup && 'children' in input ? input.children : []
  if (!Array.isArray(inside)) return undefined
  const own = layerSchema.safeParse(isGroup ? { ...input, children: [] } : input)
  yield
  if (!own.success || own.data.type !== 'group') return own.data
  const children = yield* parseLayers(inside, known)
  return children && { ...own.data, children }
}
