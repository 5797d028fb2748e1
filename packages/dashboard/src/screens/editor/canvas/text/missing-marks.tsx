import type { LayerId } from '@pictable/editor'
import { missingBoxes, textLayout } from '@pictable/renderer/browser'
import { useMemo } from 'react'
import { overlayClass } from '#dashboard/screens/editor/canvas/stage.tsx'
import { placeOf } from '#dashboard/screens/editor/session/state.ts'
import { useEditor, useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { toWindow } from './text-marks.tsx'

function MarksOfLayer({ layer }: { layer: LayerId }) {
  const session = useSession()
  const view = useEditor((state) => state.view)
  const frame = useEditor((state) => state.frame)
  const place = placeOf(session.state, layer)
  // A view that moves draws no new frame.
  const missing = useMemo(() => {
    const path = placeOf(session.state, layer)?.path
    const geometry = frame?.laidOut && path && textLayout(frame.laidOut, path)
    return geometry ? missingBoxes(geometry) : []
  }, [session, frame, layer])
  if (!place) return null
  return (
    <g transform={toWindow(place.matrix, view)}>
      {missing.map((box) => (
        <rect key={`${box.x} ${box.y}`} {...box} vectorEffect="non-scaling-stroke" className="fill-bad/15 stroke-bad" />
      ))}
    </g>
  )
}

/** Where letters are that no font has, in the texts that are selected: those of values as well. */
export function MissingMarks() {
  const session = useSession()
  const selection = useEditor((state) => state.selection)
  const isHolding = useEditor((state) => state.isHolding)
  const report = useEditor((state) => state.frame?.report)
  const lacking = selection.filter(
    (layer) => report?.[placeOf(session.state, layer)?.name ?? '']?.missingGlyphs !== undefined,
  )
  if (isHolding || lacking.length === 0) return null
  return (
    <svg aria-hidden="true" className={overlayClass}>
      {lacking.map((layer) => (
        <MarksOfLayer key={layer} layer={layer} />
      ))}
    </svg>
  )
}
