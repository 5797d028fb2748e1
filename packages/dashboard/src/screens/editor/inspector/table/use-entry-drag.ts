import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import type { Move } from '#dashboard/screens/editor/tables/column-places.ts'

interface EntryDrag {
  /** Holds the entries, one below the other. */
  readonly list: RefObject<HTMLElement | null>
  readonly onMove: (move: Move) => void
}

/** Drags the entries of a list up and down; Escape takes it back. */
export function useEntryDrag({ list, onMove }: EntryDrag) {
  const session = useSession()
  const [drag, setDrag] = useState<Move | null>(null)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const begin = (press: PointerEvent<HTMLElement>, from: number) => {
    if (press.button !== 0 || stop.current) return
    press.preventDefault()
    const middles = [...(list.current?.children ?? [])].map((entry) => {
      const { top, height } = entry.getBoundingClientRect()
      return top + height / 2
    })
    const ends = new AbortController()
    const options = { signal: ends.signal, capture: true }
    let to = from
    const finish = () => {
      ends.abort()
      stop.current = undefined
      setDrag(null)
      session.set({ isHolding: false })
    }
    stop.current = finish
    session.set({ isHolding: true })
    const onPointer = ({ clientY }: globalThis.PointerEvent) => {
      to = middles.filter((middle, at) => at !== from && middle < clientY).length
      setDrag({ from, to })
    }
    const onUp = () => {
      finish()
      if (to !== from) onMove({ from, to })
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopImmediatePropagation()
      finish()
    }
    addEventListener('pointermove', onPointer, options)
    addEventListener('pointerup', onUp, options)
    addEventListener('pointercancel', finish, options)
    addEventListener('blur', finish, { signal: ends.signal })
    addEventListener('keydown', onKey, options)
  }
  return { drag, begin }
}
