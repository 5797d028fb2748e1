import type { LayerId } from '@pictable/editor'
import { cornersOf } from '@pictable/editor'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'

/** A layer's box as it is seen, rotation included. */
function Outline({ layer, className }: { layer: LayerId; className: string }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  useEditor((state) => state.frame)
  const place = placeOf(session.state, layer)
  if (!place) return null
  const points = cornersOf({ x: 0, y: 0, width: place.width, height: place.height }, place.matrix).map((corner) =>
    toScreen(view, corner),
  )
  return <polygon points={points.map(({ x, y }) => `${x},${y}`).join(' ')} className={className} />
}

/** Above the page: what is selected and what is pointed at. */
export function Overlay() {
  const selection = useEditor((state) => state.selection)
  const hovered = useEditor((state) => state.hovered)
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-hidden">
      {hovered !== null && !selection.includes(hovered) && (
        <Outline layer={hovered} className="fill-none stroke-accent stroke-1" />
      )}
      {selection.map((layer) => (
        <Outline key={layer} layer={layer} className="fill-none stroke-accent stroke-[1.5]" />
      ))}
    </svg>
  )
}
