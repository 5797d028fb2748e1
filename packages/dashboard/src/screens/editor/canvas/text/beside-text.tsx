import type { Box } from '@pictable/editor'
import type { ReactNode } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'

const GAP_PX = 12
const EDGE_PX = 8
const WIDTH_PX = 300

interface BesideTextProps {
  readonly bounds: Box
  /** With less room above the text, it is below. */
  readonly heightPx: number
  readonly children: ReactNode
}

/** Above a text, or below it where there is no room; never beyond the window. What comes first is nearest to the text. */
export function BesideText({ bounds, heightPx, children }: BesideTextProps) {
  const view = useEditor((state) => state.view)
  const window = useEditor((state) => state.window)
  const start = toScreen(view, bounds)
  const isAbove = start.y - heightPx - GAP_PX >= EDGE_PX
  const edge = Math.round(isAbove ? start.y - GAP_PX : start.y + bounds.height * view.zoom + GAP_PX)
  const x = Math.round(Math.max(EDGE_PX, Math.min(window.width - WIDTH_PX - EDGE_PX, start.x)))
  // Its own height is 100 %.
  const most = `calc(${window.height - EDGE_PX}px - 100%)`
  const y = `max(${EDGE_PX}px, min(${most}, ${isAbove ? `calc(${edge}px - 100%)` : `${edge}px`}))`
  return (
    <div
      className={`pointer-events-none absolute start-0 top-0 flex max-w-80 items-start gap-1.5 ${isAbove ? 'flex-col-reverse' : 'flex-col'}`}
      style={{ transform: `translate(${x}px, ${y})` }}
    >
      {children}
    </div>
  )
}
