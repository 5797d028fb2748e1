import { type Box, type EditorDocument, idOfName, type LayerId, layerAt, type Point, parentOf } from '@pictable/editor'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'

type Side = 'below' | 'above' | 'left' | 'right'

/** From the edge of the other layer to the facing edge of the anchored one. */
function lineBetween(target: Box, own: Box, side: Side): readonly [Point, Point] {
  const middle = { x: own.x + own.width / 2, y: own.y + own.height / 2 }
  switch (side) {
    case 'below':
      return [
        { x: middle.x, y: target.y + target.height },
        { x: middle.x, y: own.y },
      ]
    case 'above':
      return [
        { x: middle.x, y: target.y },
        { x: middle.x, y: own.y + own.height },
      ]
    case 'right':
      return [
        { x: target.x + target.width, y: middle.y },
        { x: own.x, y: middle.y },
      ]
    case 'left':
      return [
        { x: target.x, y: middle.y },
        { x: own.x + own.width, y: middle.y },
      ]
  }
}

/** The layer beside which another one is placed. */
function targetOf(document: EditorDocument, layer: LayerId, name: string): LayerId | undefined {
  const target = idOfName(document, name)
  return target !== undefined && parentOf(document, target) === parentOf(document, layer) ? target : undefined
}

/** To what the selected layer is anchored. */
export function AnchorLine() {
  const only = useEditor(({ selection }) => (selection.length === 1 ? selection[0] : undefined))
  return only === undefined ? null : <LineOf layer={only} />
}

function LineOf({ layer }: { layer: LayerId }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  useEditor((state) => state.frame)
  const { state } = session
  const anchor = layerAt(state.document, layer)?.anchor
  const target = anchor && targetOf(state.document, layer, anchor.layer)
  const [own, other] = [layer, target].map((id) => (id === undefined ? undefined : placeOf(state, id)?.bounds))
  if (!anchor || !own || !other) return null
  const [from, to] = lineBetween(other, own, anchor.side).map((point) => toScreen(view, point))
  const corner = toScreen(view, other)
  if (!from || !to) return null
  return (
    <g className="stroke-accent">
      <rect
        {...corner}
        width={other.width * view.zoom}
        height={other.height * view.zoom}
        className="fill-none opacity-60 [stroke-dasharray:2_3]"
      />
      <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className="[stroke-dasharray:4_3]" />
      <circle cx={from.x} cy={from.y} r={3.5} className="fill-accent stroke-none" />
    </g>
  )
}
