import { moveCrop, type PictureCorner, type Point, scaleCrop } from '@pictable/editor'
import { type RefObject, useEffect, useState } from 'react'
import { useHandler } from '#dashboard/ui/use-handler.ts'
import { type CropView, share } from './crop-view.ts'
import type { Cropping } from './use-cropping.ts'

/** From the upper left, clockwise. */
const corners: readonly PictureCorner[] = [
  { isRight: false, isBottom: false },
  { isRight: true, isBottom: false },
  { isRight: true, isBottom: true },
  { isRight: false, isBottom: true },
]

/** What is pressed: a corner by its number, the focal point, or the picture. */
export type Pressed = number | 'focal' | 'picture'

export function pressedAt(target: EventTarget | null): Pressed | null {
  const name = target instanceof Element ? target.closest('[data-crop]')?.getAttribute('data-crop') : undefined
  if (name === 'bar') return null
  return name === 'focal' ? 'focal' : name === undefined || name === null ? 'picture' : Number(name)
}

interface Drag {
  readonly pressed: Pressed
  readonly from: Point
  readonly start: Cropping['crop']
}

/** Drags the picture, its corners and its focal point. Gestures of the canvas below do not see the pointer. */
export function useCropDrag(root: RefObject<HTMLElement | null>, view: CropView, cropping: Cropping): Point | null {
  /** While the focal point is dragged, the picture stays where it is. */
  const [focal, setFocal] = useState<Point | null>(null)
  const begin = useHandler((pressed: Pressed, from: Point): Drag | null => {
    const { x, y } = view.back(from)
    const { whole } = view
    const isInside = x >= whole.x && y >= whole.y && x <= whole.x + whole.width && y <= whole.y + whole.height
    if (pressed !== 'picture' || isInside) return { pressed, from, start: cropping.crop }
    cropping.apply()
    return null
  })
  const move = useHandler(({ pressed, from, start }: Drag, to: Point) => {
    const point = view.back(to)
    const { whole, picture, box } = view
    if (pressed === 'focal') {
      setFocal({ x: share((point.x - whole.x) / whole.width), y: share((point.y - whole.y) / whole.height) })
      return
    }
    const context = { picture, box, crop: start }
    const corner = typeof pressed === 'number' ? corners[pressed] : undefined
    const by = view.way({ x: to.x - from.x, y: to.y - from.y })
    cropping.change(corner ? scaleCrop(context, corner, point) : moveCrop(context, by))
  })
  const finish = useHandler(() => {
    if (focal) cropping.change({ ...cropping.crop, focalPoint: focal })
    setFocal(null)
  })
  useEffect(() => {
    const target = root.current
    if (!target) return
    target.focus({ preventScroll: true })
    return listen(target, { begin, move, finish })
  }, [root, begin, move, finish])
  return focal
}

interface Listeners {
  begin(pressed: Pressed, from: Point): Drag | null
  move(drag: Drag, to: Point): void
  finish(): void
}

function listen(target: HTMLElement, { begin, move, finish }: Listeners): () => void {
  const stop = new AbortController()
  let drag: Drag | null = null
  const on = (
    type: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    act: (event: PointerEvent) => void,
  ) =>
    target.addEventListener(
      type,
      (event) => {
        event.stopPropagation()
        act(event)
      },
      { signal: stop.signal },
    )
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top } = target.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  const end = () => {
    if (drag) finish()
    drag = null
  }
  on('pointerdown', (event) => {
    const pressed = pressedAt(event.target)
    if (event.button !== 0 || pressed === null) return
    drag = begin(pressed, pointOf(event))
    if (drag) target.setPointerCapture(event.pointerId)
  })
  on('pointermove', (event) => drag && move(drag, pointOf(event)))
  on('pointerup', end)
  on('pointercancel', end)
  for (const type of ['dblclick', 'contextmenu'])
    target.addEventListener(type, (event) => event.stopPropagation(), { signal: stop.signal })
  return () => stop.abort()
}
