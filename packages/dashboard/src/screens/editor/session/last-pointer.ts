import type { Point } from '@pictable/editor'
import type { EditorSession } from './session.ts'

const points = new WeakMap<EditorSession, () => Point>()

/**
 * Remembers how to find where on the page the pointer is: looked up in each move of a drag, it would lay out the whole
 * screen then. Not part of the state, as nothing is drawn by it.
 */
export function notePointer(session: EditorSession, find: () => Point): void {
  points.set(session, find)
}

/** The point of the page that the pointer was over last; null when it has not been on the canvas. */
export function lastPointer(session: EditorSession): Point | null {
  return points.get(session)?.() ?? null
}
