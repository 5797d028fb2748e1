import { type PointerEvent, useEffect, useRef } from 'react'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import type { Edit } from './edit.ts'

/** A press that moves less is a click on the label. */
const THRESHOLD_PX = 3

interface Scrub {
  readonly edit: Edit
  readonly isDisabled: boolean
  /** By this many steps, times what is held with the pointer. */
  onChange(steps: number): void
}

/** Dragging a label sideways changes its number: Shift ten times as fast, Alt a tenth. */
export function useScrub({ edit, isDisabled, onChange }: Scrub) {
  const session = useSession()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  function finish(how: () => void): void {
    stop.current?.()
    try {
      how()
    } finally {
      session.set({ isHolding: false })
    }
  }

  function onPointerDown(press: PointerEvent<HTMLElement>): void {
    if (isDisabled || press.button !== 0) return
    const label = press.currentTarget
    const begin = press.clientX
    let [last, steps, isMoved] = [begin, 0, false]
    const ends = new AbortController()
    const options = { signal: ends.signal, capture: true }
    stop.current = () => {
      ends.abort()
      stop.current = undefined
    }
    const onMove = (event: globalThis.PointerEvent) => {
      if (!isMoved && Math.abs(event.clientX - begin) < THRESHOLD_PX) return
      if (!isMoved) {
        isMoved = true
        label.setPointerCapture(event.pointerId)
        session.set({ isHolding: true })
      }
      steps += (event.clientX - last) * (event.shiftKey ? 10 : event.altKey ? 0.1 : 1)
      last = event.clientX
      onChange(steps)
    }
    const onUp = () => {
      if (!isMoved) return stop.current?.()
      // A drag is no click: the field keeps its focus.
      label.addEventListener('click', (event) => event.preventDefault(), { once: true })
      finish(() => edit.done())
    }
    const cancel = () => (isMoved ? finish(() => edit.undo()) : stop.current?.())
    addEventListener('pointermove', onMove, options)
    addEventListener('pointerup', onUp, options)
    addEventListener('pointercancel', cancel, options)
    addEventListener('blur', cancel, { signal: ends.signal })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        cancel()
      },
      options,
    )
  }
  return { onPointerDown }
}
