import type { Point } from '@pictable/editor'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { panBy, zoomBy } from '#dashboard/screens/editor/session/view-actions.ts'

type Touch = Pick<PointerEvent, 'pointerId' | 'pointerType'>

const middleOf = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
const distanceOf = (one: Point, other: Point): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))

/** Fingers on the canvas: two of them zoom the page between them, and move it along. */
export class Pinch {
  readonly #session: EditorSession
  readonly #fingers = new Map<number, Point>()

  constructor(session: EditorSession) {
    this.#session = session
  }

  get isActive(): boolean {
    return this.#fingers.size > 1
  }

  /** Whether it was a finger that begins a pinch. */
  down({ pointerId, pointerType }: Touch, at: Point): boolean {
    if (pointerType !== 'touch') return false
    this.#fingers.set(pointerId, at)
    return this.isActive
  }

  move({ pointerId }: Touch, at: Point): void {
    const before = this.#fingers.get(pointerId)
    if (!before) return
    this.#fingers.set(pointerId, at)
    const other = [...this.#fingers].find(([id]) => id !== pointerId)?.[1]
    if (!other) return
    const [from, to] = [middleOf(before, other), middleOf(at, other)]
    panBy(this.#session, { x: to.x - from.x, y: to.y - from.y })
    zoomBy(this.#session, distanceOf(at, other) / distanceOf(before, other), to)
  }

  /** Whether a pinch was under way: the finger that is left begins nothing. */
  up({ pointerId }: Touch): boolean {
    const wasActive = this.isActive
    this.#fingers.delete(pointerId)
    return wasActive
  }
}
