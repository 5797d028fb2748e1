import { type Box, childrenOf, cornersOf, type LayerId, layerAt } from '@pictable/editor'
import { useEffect, useState } from 'react'
import { GradientMarks } from '#dashboard/screens/editor/gradients/gradient-marks.tsx'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'
import { pageOf } from '#dashboard/screens/editor/session/view-actions.ts'
import { AnchorLine } from './anchor-line.tsx'
import { Handles, selectedBox } from './handles.tsx'
import { Marks } from './marks.tsx'
import { Outline } from './outline.tsx'
import { PageAids } from './page-aids.tsx'
import { Guides } from './rulers.tsx'
import { overlayClass } from './stage.tsx'

const NAME_AFTER_MS = 400

/** The name of what is pointed at, once the pointer rests. */
function HoverName({ layer }: { layer: LayerId }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), NAME_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const place = placeOf(session.state, layer)
  if (!isShown || !place) return null
  const { x, y } = toScreen(view, place.bounds)
  return (
    <text x={x} y={Math.max(12, y - 5)} className="fill-accent text-[11px] font-medium">
      {layerAt(session.state.document, layer)?.name}
    </text>
  )
}

/** Around several layers that are selected. */
function CommonBox() {
  const session = useSession()
  const view = useEditor((state) => state.view)
  useEditor((state) => state.frame)
  const box = selectedBox(session.state)
  if (!box) return null
  const points = cornersOf({ x: 0, y: 0, width: box.width, height: box.height }, box.matrix)
  return (
    <polygon
      points={points
        .map((corner) => toScreen(view, corner))
        .map(({ x, y }) => `${x},${y}`)
        .join(' ')}
      className="fill-none stroke-accent forced-colors:stroke-[Highlight]"
    />
  )
}

/** Nothing is drawn beside the page: what is there is outlined, so that it is found. */
function LayersBeside() {
  const session = useSession()
  useEditor((state) => state.frame)
  const { state } = session
  const page = pageOf(state)
  const isBeside = ({ x, y, width, height }: Box) =>
    x >= page.width || y >= page.height || x + width <= 0 || y + height <= 0
  return childrenOf(state.document, null)
    .filter((id) => {
      const bounds = placeOf(state, id)?.bounds
      return bounds !== undefined && isBeside(bounds)
    })
    .map((id) => <Outline key={id} layer={id} className="fill-none stroke-line-strong [stroke-dasharray:3_3]" />)
}

/** Above the page: what is selected and what is pointed at. */
export function Overlay() {
  const selection = useEditor((state) => state.selection)
  const hovered = useEditor((state) => state.hovered)
  const entered = useEditor((state) => state.entered)
  return (
    <svg aria-hidden="true" className={overlayClass}>
      <PageAids />
      <LayersBeside />
      <Guides />
      {entered !== null && <Outline layer={entered} className="fill-none stroke-accent/60 [stroke-dasharray:4_3]" />}
      {hovered !== null && !selection.includes(hovered) && (
        <>
          <Outline layer={hovered} className="fill-none stroke-accent stroke-2" />
          <HoverName key={hovered} layer={hovered} />
        </>
      )}
      {selection.map((layer) => (
        <Outline
          key={layer}
          layer={layer}
          className="fill-none stroke-accent stroke-[1.5] forced-colors:stroke-[Highlight]"
        />
      ))}
      {selection.length > 1 && <CommonBox />}
      <AnchorLine />
      <Handles />
      <GradientMarks />
      <Marks />
    </svg>
  )
}
