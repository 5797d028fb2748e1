import { type Box, childrenOf, type LayerId, type Point } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { newLayers } from './new-layer.ts'
import type { EditorSession } from './session.ts'
import { toPage } from './view.ts'

/** Puts layers in front of the others of the level and selects them. */
export function insertLayers(session: EditorSession, layers: readonly object[], parent: LayerId | null): boolean {
  const index = childrenOf(session.state.document, parent).length
  return session.run({ type: 'insert', parent, index, layers }, { select: true })
}

/** The layer that a kind begins as, in this box of the page. */
export function insertKind(session: EditorSession, type: TemplateLayer['type'], box: Box): boolean {
  return insertLayers(session, [newLayers[type].make(box)], null)
}

/** In the middle of what is seen of the page, at its usual size. */
export function insertInMiddle(session: EditorSession, type: TemplateLayer['type'], change: object = {}): void {
  const { view, window, document } = session.state
  const seen = toPage(view, { x: window.width / 2, y: window.height / 2 })
  const { width, height } = document.design
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const box = boxAround(session, type, { x: within(seen.x, width), y: within(seen.y, height) })
  insertLayers(session, [{ ...newLayers[type].make(box), ...change }], null)
}

/** Opens the picker of pictures; the one that is chosen becomes a layer in the middle of what is seen. */
export function pickNewPicture(session: EditorSession): void {
  session.set({ picking: (src) => insertInMiddle(session, 'image', { src }) })
}

/** A kind at its usual size around a point of the page. */
export function insertAround(session: EditorSession, type: TemplateLayer['type'], point: Point): void {
  insertKind(session, type, boxAround(session, type, point))
}

function boxAround(session: EditorSession, type: TemplateLayer['type'], { x, y }: Point): Box {
  const { width, height } = newLayers[type]
  const { design } = session.state.document
  // A large one is made smaller, so that it never covers the page.
  const share = Math.min(1, (design.width * 0.8) / width, (design.height * 0.8) / height)
  const size = { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
  return { x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2), ...size }
}
