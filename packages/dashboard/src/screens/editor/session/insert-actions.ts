import { type Box, childrenOf, DUPLICATE_OFFSET, type LayerId, layerAt, type Point, type Size } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { newGroup, newLayerIn, newLayers, usualSize } from './new-layer.ts'
import type { EditorSession } from './session.ts'
import type { EditorState, PickPicture } from './state.ts'
import { toPage } from './view.ts'

/** Puts layers in front of the others of the level and selects them. */
export function insertLayers(session: EditorSession, layers: readonly object[], parent: LayerId | null): boolean {
  const index = childrenOf(session.state.document, parent).length
  return session.run({ type: 'insert', parent, index, layers }, { select: true })
}

/** The layer that a kind begins as, in this box of the page. */
export function insertKind(session: EditorSession, type: TemplateLayer['type'], box: Box): boolean {
  return insertLayers(session, [newLayerIn(session.state.document.design, type, box)], null)
}

/** In the middle of what is seen of the page, at its usual size. */
export function insertInMiddle(session: EditorSession, type: TemplateLayer['type']): void {
  insertKind(session, type, boxInMiddle(session, usualSize(session.state.document.design, type)))
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

/** As large as another size, in its own proportion. */
function shapedAs({ width, height }: Size, { width: usualWidth, height: usualHeight }: Size): Size {
  const scale = Math.sqrt((usualWidth * usualHeight) / (width * height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Opens the picker of pictures; the one that is chosen becomes a layer around a point, or in the middle of what is seen. */
export function pickNewPicture(session: EditorSession, point?: Point): void {
  const onPick: PickPicture = (src, file) => {
    const size = file?.size ? shapedAs(file.size, usual) : usual
    insertLayers(session, [{ ...newLayers.image.make(boxAt(session, size, point)), src }], null)
  }
  const usual = usualSize(session.state.document.design, 'image')
  session.set({ picking: { onPick } })
}

export const isOneImage = ({ document, selection: [only, ...others] }: EditorState): boolean =>
  only !== undefined && others.length === 0 && layerAt(document, only)?.type === 'image'

/** Opens the picker of pictures for the selected one: its box and look stay. */
export function replacePicture(session: EditorSession): void {
  const [target] = session.state.selection
  if (target === undefined) return
  const onPick = (value: unknown) => void session.run({ type: 'set', target, path: ['src'], value })
  session.set({ picking: { onPick } })
}

/** A kind at its usual size around a point of the page. */
export function insertAround(session: EditorSession, type: TemplateLayer['type'], point: Point): void {
  insertKind(session, type, boxAround(session, usualSize(session.state.document.design, type), point))
}

function boxAround(session: EditorSession, { width, height }: Size, { x, y }: Point): Box {
  const { design } = session.state.document
  // A large one is made smaller, so that it never covers the page.
  const share = Math.min(1, (design.width * 0.8) / width, (design.height * 0.8) / height)
  const size = { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) }
  return { x: Math.round(x - size.width / 2), y: Math.round(y - size.height / 2), ...size }
}
