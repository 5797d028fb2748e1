import { type LayerId, normalizeSelection, type Point } from '@pictable/editor'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { setTreeTarget } from '#dashboard/screens/editor/session/tree-target.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'
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

/** Shows where layers would go that are held over the tree. */
function useDropPlace({ scroller, rows, onToggle }: TreeDrag) {
  const session = useSession()
  const [place, setPlace] = useState<DropPlace | null>(null)
  const found = useRef<DropPlace | null>(null)
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined)
  const show = (next: DropPlace | null) => {
    const before = found.current?.into
    found.current = next
    setPlace(next)
    if (next?.into === before) return
    clearTimeout(hold.current)
    const into = next?.into
    if (into) hold.current = setTimeout(() => onToggle(into, true), HOLD_MS)
  }
  const look = useHandler(({ x, y }: Point, moved: readonly LayerId[]) => {
    const box = scroller.current?.getBoundingClientRect()
    if (!box || !scroller.current) return
    const row = (y - box.top + scroller.current.scrollTop) / ROW_PX
    const level = 1 + Math.floor((x - box.left - 4) / INDENT_PX)
    show(dropPlace(session.state.document, { rows, moved }, { row, level }))
  })
  /** Scrolls at the edges; whether there was anything to scroll. */
  const scroll = (y: number): boolean => {
    const box = scroller.current?.getBoundingClientRect()
    if (!box || !scroller.current) return false
    const by = y < box.top + EDGE_PX ? -SCROLL_PX : y > box.bottom - EDGE_PX ? SCROLL_PX : 0
    if (by !== 0) scroller.current.scrollBy(0, by)
    return by !== 0
  }
  const leave = useHandler(() => {
    if (found.current !== null) show(null)
  })
  const drop = useHandler((moved: readonly LayerId[]) => {
    const target = found.current
    leave()
    if (target) dropLayers(session, moved, target)
  })
  return { place, look, scroll, leave, drop }
}

/** Layers that are dragged here from the canvas. */
function useCanvasDrag(
  scroller: TreeDrag['scroller'],
  { look, scroll, leave, drop }: Omit<ReturnType<typeof useDropPlace>, 'place'>,
): void {
  const session = useSession()
  const at = useHandler((point: Point, moved: readonly LayerId[]) => {
    const box = scroller.current?.getBoundingClientRect()
    const isInside = box && point.x >= box.left && point.x <= box.right && point.y >= box.top && point.y <= box.bottom
    if (!isInside) {
      leave()
      return false
    }
    scroll(point.y)
    look(point, moved)
    return true
  })
  useEffect(() => setTreeTarget(session, { at, drop, leave }), [session, at, drop, leave])
}

/** Dragging rows: where they would go, until they are released. */
export function useTreeDrag(tree: TreeDrag) {
  const session = useSession()
  const { place, ...target } = useDropPlace(tree)
  const { look, scroll, leave, drop } = target
  useCanvasDrag(tree.scroller, target)
  const stop = useRef<() => void>(undefined)
  /** The click that follows a drag is none. */
  const wasDragged = useRef(false)
  useEffect(() => () => stop.current?.(), [])

  function begin(press: PointerEvent, id: LayerId): void {
    wasDragged.current = false
    if (press.button !== 0 || session.state.readOnly !== null || press.target instanceof HTMLInputElement) return
    const { document, selection } = session.state
    const moved = normalizeSelection(document, selection.includes(id) ? selection : [id])
    const start = { x: press.clientX, y: press.clientY }
    const ends = new AbortController()
    const options = { signal: ends.signal, capture: true }
    let [isDragging, frame] = [false, 0]

    const goOn = (point: Point) => {
      cancelAnimationFrame(frame)
      look(point, moved)
      if (scroll(point.y)) frame = requestAnimationFrame(() => goOn(point))
    }
    const finish = (isDropped: boolean) => {
      ends.abort()
      cancelAnimationFrame(frame)
      stop.current = undefined
      if (!isDragging) return
      session.set({ isHolding: false })
      if (isDropped) drop(moved)
      else leave()
    }
    stop.current = () => finish(false)
    addEventListener(
      'pointermove',
      (event) => {
        if (!isDragging && Math.hypot(event.clientX - start.x, event.clientY - start.y) < THRESHOLD_PX) return
        if (!isDragging) session.set({ isHolding: true, hovered: null })
        isDragging = true
        wasDragged.current = true
        goOn({ x: event.clientX, y: event.clientY })
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
