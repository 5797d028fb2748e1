import { assertDesign, type TemplateInput, type TemplateLayer } from '@pictable/renderer/template'
import type { LayerId, LayerIds } from './command.ts'
import type { Sample } from './json.ts'

/** A design that is being edited. Immutable: layers that a command leaves alone are the same objects afterwards. */
export interface EditorDocument {
  /** What renderers take, as it was written: nothing is added to it. */
  readonly design: TemplateInput
  /** The values that it is looked at with. They are no part of it: they are saved with its template. */
  readonly sample: Sample
  readonly ids: readonly LayerIds[]
  /** Begins the ids of this session. */
  readonly session: string
  /** Number of the next layer that needs an id. */
  readonly next: number
}

/** Where a layer is in a document. */
export interface Place {
  readonly layer: TemplateLayer
  readonly parent: LayerId | null
  readonly index: number
  readonly children: readonly LayerId[]
}

/** Layers known to be valid. They are never changed, so that each is checked once. */
const valid = new WeakSet<object>()

/** Throws a TemplateError that names every wrong property; layers seen before are not checked again. */
export function assertValid(json: unknown): asserts json is TemplateInput {
  assertDesign(json, valid)
}

/**
 * Opens a design; throws a TemplateError when it is not valid. The caller must not change `design` afterwards.
 * `session` begins the ids of layers, also those written into new layers: random text, so that ids differ between
 * sessions.
 */
export function openDocument(design: unknown, session = 'layer', sample: Sample = {}): EditorDocument {
  assertValid(design)
  const ids = giveIds(design.layers, { session, next: 1 })
  return { design, sample, session, ...ids }
}

/** New ids for layers and those inside them. */
export function giveIds(
  layers: readonly object[],
  from: { readonly session: string; readonly next: number },
): { ids: LayerIds[]; next: number } {
  let next = from.next
  const idsOf = (layer: object): LayerIds => {
    const id = `${from.session}-${next++}`
    return { id, children: childLayers(layer).map(idsOf) }
  }
  const ids = layers.map(idsOf)
  return { ids, next }
}

/** The layers inside a layer of any kind. */
export function childLayers(layer: object): readonly object[] {
  const children: unknown = 'children' in layer ? layer.children : undefined
  return Array.isArray(children) ? children : []
}

const indexes = new WeakMap<EditorDocument, ReadonlyMap<LayerId, Place>>()

/** Every layer of the document by its id, in drawing order, each before those inside it. */
export function layersOf(document: EditorDocument): ReadonlyMap<LayerId, Place> {
  const known = indexes.get(document)
  if (known) return known
  const made = new Map<LayerId, Place>()
  const add = (layers: readonly TemplateLayer[], ids: readonly LayerIds[], parent: LayerId | null): void => {
    for (const [index, layer] of layers.entries()) {
      const own = ids[index]
      if (!own) throw new Error('a layer of the document has no id')
      made.set(own.id, { layer, parent, index, children: own.children.map(({ id }) => id) })
      if (layer.type === 'group') add(layer.children, own.children, own.id)
    }
  }
  add(document.design.layers, document.ids, null)
  indexes.set(document, made)
  return made
}

export function layerAt(document: EditorDocument, id: LayerId): TemplateLayer | undefined {
  return layersOf(document).get(id)?.layer
}

/** The group around a layer; null on the page. */
export function parentOf(document: EditorDocument, id: LayerId): LayerId | null {
  return layersOf(document).get(id)?.parent ?? null
}

/** The layers inside a group, or of the page, from back to front. */
export function childrenOf(document: EditorDocument, id: LayerId | null): readonly LayerId[] {
  return id === null ? document.ids.map((own) => own.id) : (layersOf(document).get(id)?.children ?? [])
}

/** Indexes that lead to a layer: `[3, 0]` is the first layer inside the fourth. */
export function pathOf(document: EditorDocument, id: LayerId): readonly number[] | undefined {
  const place = layersOf(document).get(id)
  if (!place) return undefined
  return place.parent === null ? [place.index] : [...(pathOf(document, place.parent) ?? []), place.index]
}

export function idAt(document: EditorDocument, path: readonly number[]): LayerId | undefined {
  let [ids, id]: [readonly LayerIds[], LayerId | undefined] = [document.ids, undefined]
  for (const index of path) {
    const own = ids[index]
    if (!own) return undefined
    ids = own.children
    id = own.id
  }
  return id
}

/** The groups around a layer, from the outside in. */
export function ancestorsOf(document: EditorDocument, id: LayerId): readonly LayerId[] {
  const parent = parentOf(document, id)
  return parent === null ? [] : [...ancestorsOf(document, parent), parent]
}

/** The layer of a name. */
export function idOfName(document: EditorDocument, name: string): LayerId | undefined {
  for (const [id, { layer }] of layersOf(document)) if (layer.name === name) return id
  return undefined
}

/** Layers in drawing order, without those inside another one of them, and without unknown ones. */
export function normalizeSelection(document: EditorDocument, ids: Iterable<LayerId>): readonly LayerId[] {
  const wanted = new Set(ids)
  return [...layersOf(document).keys()].filter(
    (id) => wanted.has(id) && !ancestorsOf(document, id).some((ancestor) => wanted.has(ancestor)),
  )
}
