import type { PointerEvent } from 'react'
import { useDragOut } from '#dashboard/screens/editor/data/use-drag-out.ts'
import { dropAsset, dropAt, showDrop } from '#dashboard/screens/editor/pictures/drop-asset.ts'
import type { PlacedAsset } from '#dashboard/screens/editor/pictures/place-asset.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'

/** Drags a picture or a font onto the canvas, or onto a layer there. */
export function useAssetDrag(): (press: PointerEvent<HTMLElement>, asset: PlacedAsset) => void {
  const start = useDragOut()
  return (press, asset) =>
    start(press, {
      show: (session, pointer) => (pointer ? showDrop(session, pointer, asset) : session.set({ marks: NO_MARKS })),
      drop: (session, pointer) => {
        if (pointer) dropAsset(session, asset, dropAt(session, pointer, asset))
      },
    })
}
