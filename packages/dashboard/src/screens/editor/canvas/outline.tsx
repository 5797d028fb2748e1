import { cornersOf, type LayerId, layerAt, transform } from '@pictable/editor'
import { pointsOf } from '#dashboard/screens/editor/gestures/point-gestures.ts'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'

/** A layer's box as it is seen, rotation included; a line is its own outline. */
export function Outline({ layer, className }: { layer: LayerId; className: string }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  useEditor((state) => state.frame)
  const place = placeOf(session.state, layer)
  if (!place) return null
  const { matrix, width, height } = place
  const own = layerAt(session.state.document, layer)
  const line = own?.type === 'line' ? pointsOf(own.points) : undefined
  const along = line?.map(({ x, y }) => transform(matrix, { x: x * width, y: y * height }))
  const points = (along ?? cornersOf({ x: 0, y: 0, width, height }, matrix)).map((point) => toScreen(view, point))
  const written = points.map(({ x, y }) => `${x},${y}`).join(' ')
  return along ? (
    <polyline points={written} className={className} />
  ) : (
    <polygon points={written} className={className} />
  )
}
