import { z } from 'zod/mini'
import * as layers from '#renderer/layers/index.ts'
import type { LayerKind } from '#renderer/model/layer-kind.ts'
import { describe, withMeta } from '#renderer/values/describe.ts'

type Kind = (typeof layers)[keyof typeof layers]

type Written = ReturnType<Kind['read']>

/** A layer as it stands in a template: every property may be a binding, and defaults are left out. */
export type TemplateLayer =
  | Exclude<Written, { type: 'group' }>
  | (Extract<Written, { type: 'group' }> & { children: readonly TemplateLayer[] })

/** The most layers of a template, those inside others included. */
export const MAX_LAYERS = 500

/** Every kind of layer. */
export const layerKinds: readonly LayerKind[] = Object.values(layers)

/** A layer of any kind. */
export const layerSchema = anyOf()

function anyOf(): z.ZodMiniType<TemplateLayer, TemplateLayer>
function anyOf(): z.ZodMiniType {
  const [first, ...others] = layerKinds.map(({ schema, holdsLayers }) =>
    holdsLayers
      ? z.extend(schema, {
          children: z
            .array(z.lazy(() => layerSchema))
            .check(z.maxLength(MAX_LAYERS))
            .apply(describe, 'Layers of the group, from back to front. Positions are relative to the group'),
        })
      : schema,
  )
  if (!first) throw new Error('there is no layer type')
  return z.discriminatedUnion('type', [first, ...others]).apply(withMeta, { id: 'Layer' })
}

const byType = new Map(layerKinds.map((kind) => [kind.type, kind]))

/** The kind of a layer of a parsed template. */
export function kindOf(layer: { readonly type: string }): LayerKind {
  const kind = byType.get(layer.type)
  if (!kind) throw new Error(`there is no layer type "${layer.type}"`)
  return kind
}
