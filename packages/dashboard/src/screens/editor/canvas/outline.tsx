import { cornersOf, type LayerId } from '@pictable/editor'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'

/** A layer's box as it is seen, rotation included. */
export function Outline({ layer, className }: { layer: LayerId; className: string }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  useEditor((state) => state.frame)
  const place = placeOf(session.state, layer)
  if (!place) return null
  const box = { x: 0, y: 0, width: place.width, height: place.height }
  const points = cornersOf(box, place.matrix).map((corner) => toScreen(view, corner))
  return <polygon points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={className} />
}
