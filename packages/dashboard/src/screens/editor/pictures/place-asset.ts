import { isFilled, type LayerId, layerAt, type Point, type Size } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { boxFor, insertOne } from '#dashboard/screens/editor/clipboard/place.ts'
import { newLayers } from '#dashboard/screens/editor/session/new-layer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { isLocked } from '#dashboard/screens/editor/session/state.ts'

/** A picture or font of the workspace, as it is put into a design. */
export interface PlacedAsset {
  readonly name: string
  /** The property that it fills in layers that are there. */
  readonly property: 'src' | 'fontFamily'
  readonly value: string
  /** A new layer of it, around a point of the page or in the middle of what is seen. */
  make(session: EditorSession, at: Point | null): TemplateLayer
}

export const pictureAsset = (name: string, src: string, size: Size): PlacedAsset => ({
  ...{ name, property: 'src', value: src },
  make: (session, at) => ({ type: 'image', name, ...boxFor(session, size, at), src }),
})

export const fontAsset = (family: string): PlacedAsset => ({
  ...{ name: family, property: 'fontFamily', value: family },
  make: (session, at) => {
    const layer = newLayers.text.make(boxFor(session, newLayers.text, at))
    return { ...layer, name: family.slice(0, 100), text: family, fontFamily: family }
  },
})

/** Whether a layer has the property: pictures fill pictures only, fonts all that has words. */
export const takes = ({ type }: TemplateLayer, { property }: Pick<PlacedAsset, 'property'>): boolean =>
  property === 'src' ? type === 'image' : Object.hasOwn(layerProperties(type), property)

/** Whether a field fills what the asset would replace. */
export const replacesField = (layer: TemplateLayer, { property }: Pick<PlacedAsset, 'property'>): boolean =>
  isFilled(Reflect.get(layer, property))

/** Fills layers that are there, as one step. */
export function fillLayers(
  session: EditorSession,
  targets: readonly LayerId[],
  { property, value }: PlacedAsset,
): void {
  const commands = targets.map((target) => ({ type: 'set', target, path: [property], value }) as const)
  if (session.run({ type: 'batch', commands })) session.set({ selection: targets })
}

/** A font is given to the selected texts, of several only to those whose font no field fills; anything else becomes a layer. */
export function placeAsset(session: EditorSession, asset: PlacedAsset, at: Point | null = null): void {
  const { document, selection } = session.state
  const suits = (id: LayerId) => {
    const layer = layerAt(document, id)
    const isKept = layer !== undefined && selection.length > 1 && replacesField(layer, asset)
    return layer !== undefined && !isKept && !isLocked(document, id) && takes(layer, asset)
  }
  const targets = asset.property === 'fontFamily' ? selection.filter(suits) : []
  if (targets.length > 0) fillLayers(session, targets, asset)
  else insertOne(session, asset.make(session, at))
}
