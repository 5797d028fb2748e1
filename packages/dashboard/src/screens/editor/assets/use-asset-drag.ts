import { layerAt } from '@pictable/editor'
import type { PointerEvent } from 'react'
import { insertOne } from '#dashboard/screens/editor/clipboard/place.ts'
import { layerTaking } from '#dashboard/screens/editor/data/field-actions.ts'
import { useDragOut } from '#dashboard/screens/editor/data/use-drag-out.ts'
import { fillLayers, type PlacedAsset, replacesField, takes } from '#dashboard/screens/editor/pictures/place-asset.ts'
import type { Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { t } from '#dashboard/strings/editing.ts'

/** The layer that would be filled; with Alt a new one is inserted wherever the pointer is. */
const targetAt = ({ state }: EditorSession, pointer: Pointer, asset: PlacedAsset) =>
  pointer.alt ? undefined : layerTaking(state, pointer.page, (layer) => takes(layer, asset))

function show(session: EditorSession, pointer: Pointer, asset: PlacedAsset): void {
  const target = targetAt(session, pointer, asset)
  const layer = target === undefined ? undefined : layerAt(session.state.document, target)
  const text = layer
    ? t(replacesField(layer, asset) ? 'assets.drop_replace' : 'assets.drop_fill', {
        ...{ asset: asset.name, layer: layer.name },
      })
    : t('assets.drop_insert', { asset: asset.name })
  session.set({ marks: { ...NO_MARKS, target: target ?? null, pointerLabel: { at: pointer.screen, text } } })
}

function drop(session: EditorSession, pointer: Pointer, asset: PlacedAsset): void {
  const target = targetAt(session, pointer, asset)
  if (target === undefined) insertOne(session, asset.make(session, pointer.page))
  else fillLayers(session, [target], asset)
}

/** Drags a picture or a font onto the canvas, or onto a layer there. */
export function useAssetDrag(): (press: PointerEvent<HTMLElement>, asset: PlacedAsset) => void {
  const start = useDragOut()
  return (press, asset) =>
    start(press, {
      show: (session, pointer) => (pointer ? show(session, pointer, asset) : session.set({ marks: NO_MARKS })),
      drop: (session, pointer) => pointer && drop(session, pointer, asset),
    })
}
