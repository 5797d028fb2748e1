import { type LayerId, layersOf } from '@pictable/editor'
import { missingAreas } from '@pictable/renderer/browser'
import { useMemo } from 'react'
import { overlayClass } from '#dashboard/screens/editor/canvas/stage.tsx'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toWindow } from './text-marks.tsx'

/** In as many layers is marked at most. */
const MAX_LAYERS = 40

function MarksOfLayer({ layer }: { layer: LayerId }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const frame = useEditor((state) => state.frame)
  const place = placeOf(session.state, layer)
  // A view that moves draws no new frame.
  const missing = useMemo(() => {
    const path = placeOf(session.state, layer)?.path
    return frame?.laidOut && path ? missingAreas(frame.laidOut, path) : []
  }, [session, frame, layer])
  if (!place) return null
  return (
    <g transform={toWindow(place.matrix, view)}>
      {missing.map((corners) => {
        const points = corners.map(({ x, y }) => `${x},${y}`).join(' ')
        return (
          <polygon key={points} points={points} vectorEffect="non-scaling-stroke" className="fill-bad/15 stroke-bad" />
        )
      })}
    </g>
  )
}

/** Where letters are that no font has, in every text that is shown: those of values as well. */
export function MissingMarks() {
  const session = useSession()
  const isHolding = useEditor((state) => state.isHolding)
  const frame = useEditor((state) => state.frame)
  const lacking = useMemo(() => {
    const { state } = session
    const isLacking = (layer: LayerId) => {
      const name = placeOf(state, layer)?.name
      return name !== undefined && frame?.report[name]?.missingGlyphs !== undefined
    }
    return [...layersOf(state.document)].map(([layer]) => layer).filter(isLacking)
  }, [session, frame])
  if (isHolding || lacking.length === 0) return null
  return (
    <svg aria-hidden="true" className={overlayClass}>
      {lacking.slice(0, MAX_LAYERS).map((layer) => (
        <MarksOfLayer key={layer} layer={layer} />
      ))}
    </svg>
  )
}
