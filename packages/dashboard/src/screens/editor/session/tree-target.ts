import type { LayerId, Point } from '@pictable/editor'
import type { EditorSession } from './session.ts'

/** The tree of layers, for those that are dragged there from the canvas. */
export interface TreeTarget {
  /** Whether a point of the browser's window is in the tree; shows where the layers would go. */
  at(point: Point, moved: readonly LayerId[]): boolean
  drop(moved: readonly LayerId[]): void
  leave(): void
}

const targets = new WeakMap<EditorSession, TreeTarget>()

/** The tree is shown; the function that is returned takes it away. */
export function setTreeTarget(session: EditorSession, target: TreeTarget): () => void {
  targets.set(session, target)
  return () => {
    if (targets.get(session) === target) targets.delete(session)
  }
}

/** The tree, when a point of the canvas is in it. */
export function treeAt(session: EditorSession, screen: Point, moved: readonly LayerId[]): TreeTarget | undefined {
  const { width, height } = session.state.window
  const isOnCanvas = screen.x >= 0 && screen.y >= 0 && screen.x <= width && screen.y <= height
  const target = targets.get(session)
  const canvas = isOnCanvas ? null : document.querySelector('[role="application"]')?.getBoundingClientRect()
  if (!target || !canvas) {
    target?.leave()
    return undefined
  }
  return target.at({ x: canvas.left + screen.x, y: canvas.top + screen.y }, moved) ? target : undefined
}
