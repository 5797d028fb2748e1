import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { kept } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'

const LEAST_PX = 140
const STEP_PX = 24
/** Of the window: the canvas stays in sight. */
const MAX_SHARE = 0.7

const within = (height: number) => Math.round(Math.min(innerHeight * MAX_SHARE, Math.max(LEAST_PX, height)))

/** The height of a drawer, which the browser keeps by its name. */
export function useDrawerHeight(name: 'source' | 'sheet'): [number, (height: number) => void] {
  const key = personal(`editor.${name}-height`)
  const [height, setHeight] = useState(() => within(Number(kept.get(key)) || innerHeight * 0.35))
  const change = (wanted: number) => {
    const next = within(wanted)
    kept.set(key, String(next))
    setHeight(next)
  }
  return [height, change]
}

interface DrawerEdgeProps {
  /** What is changed, such as "Source height". */
  label: string
  height: number
  onChange: (height: number) => void
}

/** The upper edge of a drawer, by which it is made higher. */
export function DrawerEdge({ label, height, onChange }: DrawerEdgeProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange(height + by)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId)
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { bottom } = event.currentTarget.parentElement?.getBoundingClientRect() ?? { bottom: 0 }
    onChange(bottom - event.clientY)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line cannot be dragged
    <div
      role="separator"
      aria-orientation="horizontal"
      aria-label={label}
      aria-valuenow={height}
      aria-valuemin={LEAST_PX}
      aria-valuemax={within(Number.POSITIVE_INFINITY)}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      className="-mt-1 h-2 cursor-ns-resize touch-none -outline-offset-2 hover:bg-accent/40"
    />
  )
}
