import type { TemplateInput, TemplateLayer } from '@pictable/renderer/browser'

/** Of one layer, in this session. */
export type LayerId = string

export interface EditorDocument {
  readonly design: TemplateInput
}

export const openDocument = (design: TemplateInput): EditorDocument => ({ design })

const keysOf = (id: LayerId): readonly number[] => id.split('.').map(Number)

const listOf = (layer: TemplateLayer | undefined): readonly TemplateLayer[] =>
  layer?.type === 'group' ? layer.children : []

export function layerAt({ design }: EditorDocument, id: LayerId): TemplateLayer | undefined {
  let layers: readonly TemplateLayer[] = design.layers
  let found: TemplateLayer | undefined
  for (const key of keysOf(id)) {
    found = layers[key]
    layers = listOf(found)
  }
  return found
}

export function pathOf(document: EditorDocument, id: LayerId): readonly number[] | undefined {
  return layerAt(document, id) && keysOf(id)
}

export function idAt(document: EditorDocument, path: readonly number[]): LayerId | undefined {
  const id = path.join('.')
  return layerAt(document, id) && id
}

export function parentOf(_: EditorDocument, id: LayerId): LayerId | null {
  return keysOf(id).slice(0, -1).join('.') || null
}

export function childrenOf(document: EditorDocument, id: LayerId | null): readonly LayerId[] {
  const layers = id === null ? document.design.layers : listOf(layerAt(document, id))
  return layers.map((_, at) => (id === null ? String(at) : `${id}.${at}`))
}
