import type { Box } from '@pictable/editor'
import type { ReactNode } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { toScreen } from '#dashboard/screens/editor/session/view.ts'

/** Of the part that is nearest to the text, and how far away that is. */
const NEAREST_PX = { width: 300, height: 38, gap: 12 }
const EDGE_PX = 8

/** Above a text, or below it where there is no room. What comes first is nearest to the text. */
export function BesideText({ bounds, children }: { bounds: Box; children: ReactNode }) {
  const view = useEditor((state) => state.view)
  const window = useEditor((state) => state.window)
  const start = toScreen(view, bounds)
  const { width, height, gap } = NEAREST_PX
  const isAbove = start.y - height - gap >= EDGE_PX
  const edge = isAbove ? start.y - gap : start.y + bounds.height * view.zoom + gap
  const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most - EDGE_PX, value))
  const x = within(start.x, EDGE_PX, window.width - width)
  const y = isAbove ? within(edge, EDGE_PX + height, window.height) : within(edge, EDGE_PX, window.height - height)
  return (
    <div
      className={`pointer-events-none absolute start-0 top-0 flex max-w-80 items-start gap-1.5 ${isAbove ? 'flex-col-reverse' : 'flex-col'}`}
      style={{ transform: `translate(${Math.round(x)}px, ${Math.round(y)}px) translateY(${isAbove ? '-100%' : '0'})` }}
    >
      {children}
    </div>
  )
}
