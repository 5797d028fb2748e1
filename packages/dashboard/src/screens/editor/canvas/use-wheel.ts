import { type RefObject, useEffect } from 'react'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { panBy, zoomBy } from '#dashboard/screens/editor/session/view-actions.ts'

const LINE_PX = 16
/** What a wheel turns at most at one time: mice jump further than touchpads. */
const MAX_STEP = 60
const ZOOM_PER_PX = 0.008

/** A wheel scrolls, with Shift sideways; with Mod, or pinching, it zooms at the pointer. */
export function useWheel(element: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useEffect(() => {
    const target = element.current
    if (!target) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX
      const [dx, dy] = [event.deltaX * unit, event.deltaY * unit]
      if (event.ctrlKey || event.metaKey) {
        const { left, top } = target.getBoundingClientRect()
        const turned = Math.max(-MAX_STEP, Math.min(MAX_STEP, dy))
        zoomBy(session, Math.exp(-turned * ZOOM_PER_PX), { x: event.clientX - left, y: event.clientY - top })
        return
      }
      panBy(session, event.shiftKey && dx === 0 ? { x: -dy, y: 0 } : { x: -dx, y: -dy })
    }
    target.addEventListener('wheel', onWheel, { passive: false })
    return () => target.removeEventListener('wheel', onWheel)
  }, [element, session])
}
