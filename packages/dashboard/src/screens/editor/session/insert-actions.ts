import { type Box, childrenOf, DUPLICATE_OFFSET, type LayerId, type Point, type Size } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { newGroup, newLayers } from './new-layer.ts'
import type { EditorSession } from './session.ts'
import type { EditorState } from './state.ts'
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
export function insertInMiddle(session: EditorSession, type: TemplateLayer['type']): void {
  insertKind(session, type, boxInMiddle(session, newLayers[type]))
}

/** A group without a layout, around a point or in the middle of what is seen. */
export function insertGroup(session: EditorSession, point?: Point): void {
  insertLayers(session, [newGroup.make(boxAt(session, newGroup, point))], null)
}

const boxAt = (session: EditorSession, size: Size, point: Point | undefined): Box =>
  point ? boxAround(session, size, point) : boxInMiddle(session, size)

/** Not exactly where another layer is: both are seen. */
function boxInMiddle(session: EditorSession, size: Size): Box {
  const { layers } = session.state.document.design
  let box = boxAround(session, size, middleOfView(session.state))
  while (layers.some(({ x, y }) => x === box.x && y === box.y)) {
    box = { ...box, x: box.x + DUPLICATE_OFFSET.x, y: box.y + DUPLICATE_OFFSET.y }
  }
  return box
}

/** The middle of what is seen, which is on the page. */
export function middleOfView({ view, window, document }: EditorState): Point {
  const { width, height } = document.design
  const seen = toPage(view, { x: window.width / 2, y: window.height / 2 })
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value))
  return { x: within(seen.x, width), y: within(seen.y, height) }
}

/** Opens the picker of pictures; the one that is chosen becomes a layer around a point, or in the middle of what is seen. */
export function pickNewPicture(session: EditorSession, point?: Point): void {
  const { image } = newLayers
  const onPick = (src: unknown) =>
    void insertLayers(session, [{ ...image.make(boxAt(session, image, point)), src }], null)
  session.set({ picking: { onPick } })
}

/** A kind at its usual size around a point of the page. */
export function insertAround(session: EditorSession, type: TemplateLayer['type'], point: Point): void {
  insertKind(session, type, boxAround(session, newLayers[type], point))
}

function boxAround(session: EditorSession, { width, height }: Size, { x, y }: Point): Box {
  const { design } = session.state.document
  // A large one is made smaller, so that it never covers the page.
  const share = Math.min(1, (design.width * 0.8) / width, (design.height * 0.8) / height)
  const size = { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
  return { x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2), ...size }
}
