import type { Point } from '@pictable/editor'
import type { EditorSession } from './session.ts'

const points = new WeakMap<EditorSession, Point>()

/** Remembers where on the page the pointer is; not part of the state, as nothing is drawn by it. */
export function notePointer(session: EditorSession, point: Point): void {
  points.set(session, point)
}

/** Where the pointer was last on the canvas; null before. */
export function lastPointer(session: EditorSession): Point | null {
  return points.get(session) ?? null
}
