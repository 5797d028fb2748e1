import { type LayerId, normalizeSelection } from '@pictable/editor'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type DropPlace, dropPlace } from './drop-place.ts'
import { INDENT_PX, ROW_PX } from './layer-row.tsx'
import { dropLayers } from './tree-actions.ts'
import type { TreeRow } from './tree-rows.ts'

const THRESHOLD_PX = 4
/** How near to the edge a drag scrolls the tree, and how far per frame. */
const EDGE_PX = 28
const SCROLL_PX = 10
/** A closed group over which layers are held opens. */
const HOLD_MS = 600

interface TreeDrag {
  readonly scroller: RefObject<HTMLElement | null>
  readonly rows: readonly TreeRow[]
  readonly onToggle: (id: LayerId, isOpen: boolean) => void
}

/** Dragging rows: where they would go, until they are released. */
export function useTreeDrag({ scroller, rows, onToggle }: TreeDrag) {
  const session = useSession()
  const [place, setPlace] = useState<DropPlace | null>(null)
  const newest = useRef({ rows, onToggle })
  const stop = useRef<() => void>(undefined)
  /** The click that follows a drag is none. */
  const wasDragged = useRef(false)
  useEffect(() => {
    newest.current = { rows, onToggle }
  })
  useEffect(() => () => stop.current?.(), [])

  function begin(press: PointerEvent, id: LayerId): void {
    wasDragged.current = false
    if (press.button !== 0 || session.state.readOnly !== null || press.target instanceof HTMLInputElement) return
    const { document, selection } = session.state
    const moved = normalizeSelection(document, selection.includes(id) ? selection : [id])
    const start = { x: press.clientX, y: press.clientY }
    const ends = new AbortController()
    const options = { signal: ends.signal, capture: true }
    let [isDragging, found, frame]: [boolean, DropPlace | null, number] = [false, null, 0]
    let hold: ReturnType<typeof setTimeout> | undefined

    const look = (event: globalThis.PointerEvent) => {
      const box = scroller.current?.getBoundingClientRect()
      if (!box || !scroller.current) return
      const y = event.clientY - box.top + scroller.current.scrollTop
      const level = 1 + Math.floor((event.clientX - box.left - 4) / INDENT_PX)
      const before = found?.into
      found = dropPlace(session.state.document, { rows: newest.current.rows, moved }, { row: y / ROW_PX, level })
      setPlace(found)
      if (found?.into === before) return
      clearTimeout(hold)
      const into = found?.into
      if (into) hold = setTimeout(() => newest.current.onToggle(into, true), HOLD_MS)
    }
    const scroll = (event: globalThis.PointerEvent) => {
      cancelAnimationFrame(frame)
      const box = scroller.current?.getBoundingClientRect()
      if (!box || !scroller.current) return
      const by = event.clientY < box.top + EDGE_PX ? -SCROLL_PX : event.clientY > box.bottom - EDGE_PX ? SCROLL_PX : 0
      if (by === 0) return
      scroller.current.scrollBy(0, by)
      look(event)
      frame = requestAnimationFrame(() => scroll(event))
    }
    const finish = (isDropped: boolean) => {
      ends.abort()
      clearTimeout(hold)
      cancelAnimationFrame(frame)
      stop.current = undefined
      setPlace(null)
      if (!isDragging) return
      session.set({ isHolding: false })
      if (isDropped && found) dropLayers(session, moved, found)
    }
    stop.current = () => finish(false)
    addEventListener(
      'pointermove',
      (event) => {
        if (!isDragging && Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD_PX) return
        if (!isDragging) session.set({ isHolding: true, hovered: null })
        isDragging = true
        wasDragged.current = true
        look(event)
        scroll(event)
      },
      options,
    )
    addEventListener('pointerup', () => finish(true), options)
    addEventListener('pointercancel', () => finish(false), options)
    addEventListener('blur', () => finish(false), { signal: ends.signal })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !isDragging) return
        event.preventDefault()
        event.stopPropagation()
        finish(false)
      },
      options,
    )
  }
  return { place, begin, wasDragged }
}
