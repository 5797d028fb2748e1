import type { Point } from '@pictable/editor'
import type { KeyboardEvent, PointerEvent } from 'react'
import { holdDrag } from '#dashboard/screens/editor/session/held-drag.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { useHandler } from '#dashboard/ui/use-handler.ts'

/** What is changed as it is dragged, and is one step once that ends. */
export interface LiveColor {
  onLive(color: string): void
  onDone(): void
  onUndo(): void
}

interface SlideProps extends Pick<LiveColor, 'onDone' | 'onUndo'> {
  readonly label: string
  /** From 0 to 100. */
  readonly now: number
  readonly words: string
  /** Where the thumb is, from 0 to 1 each way. */
  readonly at: Point
  readonly color: string
  readonly className: string
  /** Where the ground is painted, and with what. */
  readonly ground: string
  readonly background: string
  /** To a place, from 0 to 1 each way. */
  onSlide(to: Point): void
}

const STEP = 0.01
const keys: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
  Home: { x: -1, y: 0 },
  End: { x: 1, y: 0 },
}

const share = (value: number) => Math.min(1, Math.max(0, value))

/** A thumb that is dragged over a ground, or moved by arrow keys. */
export function Slide(props: SlideProps) {
  const { label, now, words, at, color, className, ground, background, onSlide, onDone, onUndo } = props
  const session = useSession()
  const slide = useHandler(onSlide)
  function onPointerDown(press: PointerEvent<HTMLElement>): void {
    if (press.button !== 0) return
    // What was changed with the focus elsewhere ends first.
    press.currentTarget.focus({ preventScroll: true })
    const { left, top, width, height } = press.currentTarget.getBoundingClientRect()
    const to = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
      slide({ x: share((clientX - left) / width), y: share((clientY - top) / height) })
    to(press)
    holdDrag(session, press, { onMove: to, onDone, onUndo })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const by = keys[event.key]
    if (!by) return
    event.preventDefault()
    event.stopPropagation()
    const length = event.shiftKey ? 10 : 1
    onSlide({ x: share(at.x + by.x * length), y: share(at.y + by.y * length) })
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={now}
      aria-valuetext={words}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onBlur={onDone}
      className={`relative touch-none forced-color-adjust-none ${className}`}
    >
      <span aria-hidden className={`absolute ${ground}`} style={{ background }} />
      <span
        aria-hidden
        className="absolute size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.5)]"
        style={{ left: `${at.x * 100}%`, top: `${at.y * 100}%`, background: color }}
      />
    </div>
  )
}
