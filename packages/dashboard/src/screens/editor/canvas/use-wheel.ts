import { type RefObject, useLayoutEffect } from 'react'
import { pick } from '#dashboard/screens/editor/session/pick.ts'
import { pointerAt } from '#dashboard/screens/editor/session/pointer.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { panBy, zoomBy } from '#dashboard/screens/editor/session/view-actions.ts'

const LINE_PX = 16
/** What a wheel turns at most at one time: mice jump further than touchpads. */
const MAX_STEP = 60
const ZOOM_PER_PX = 0.008
const REST_MS = 120

/** A wheel scrolls, with Shift sideways; with Mod, or pinching, it zooms at the pointer. */
export function useWheel(element: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useLayoutEffect(() => {
    const target = element.current
    if (!target) return
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: false }
    let timer: ReturnType<typeof setTimeout> | undefined
    const turn = (event: WheelEvent) => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PX
      const [dx, dy] = [event.deltaX * unit, event.deltaY * unit]
      if (!event.ctrlKey && !event.metaKey) {
        panBy(session, event.shiftKey && dx === 0 ? { x: -dy, y: 0 } : { x: -dx, y: -dy })
        return
      }
      const turned = Math.max(-MAX_STEP, Math.min(MAX_STEP, dy))
      zoomBy(session, Math.exp(-turned * ZOOM_PER_PX), placeOf(event))
    }
    const placeOf = (event: MouseEvent) => {
      const { left, top } = target.getBoundingClientRect()
      return { x: event.clientX - left, y: event.clientY - top }
    }
    /** Another layer may be under the pointer now: which, is looked up once the view rests. */
    const point = (event: WheelEvent) => {
      const { state } = session
      if (!state.isHolding) session.set({ hovered: pick(state, pointerAt(session, placeOf(event), event)) ?? null })
    }
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      turn(event)
      session.set({ hovered: null })
      clearTimeout(timer)
      timer = setTimeout(() => point(event), REST_MS)
    }
    target.addEventListener('wheel', onWheel, options)
    // Beside the canvas it would zoom all of the browser, which keys do on purpose.
    addEventListener('wheel', (event) => event.ctrlKey && event.preventDefault(), options)
    const forget = () => clearTimeout(timer)
    target.addEventListener('pointermove', forget, options)
    target.addEventListener('pointerleave', forget, options)
    return () => {
      forget()
      stop.abort()
    }
  }, [element, session])
}
