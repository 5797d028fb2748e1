import { type Box, lineThrough, type Point, type Size } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { layerTaking } from '#dashboard/screens/editor/data/field-actions.ts'
import { insertAround } from '#dashboard/screens/editor/session/insert-actions.ts'
import { newLayerIn, newLayers, usualScale, usualSize } from '#dashboard/screens/editor/session/new-layer.ts'
import { type Gesture, isDragged, type Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS, type Tool } from '#dashboard/screens/editor/session/state.ts'
import { canEnterText, enterText } from '#dashboard/screens/editor/typing/enter-text.ts'
import { snapPoints } from './snap-targets.ts'

export type DrawTool = Exclude<Tool, 'select' | 'hand'>

/** The box from one point to another: square with Shift, around the first point with Alt. */
function drawnBox(from: Point, { page, shift, alt }: Pointer): Box {
  let [dx, dy] = [Math.round(page.x) - Math.round(from.x), Math.round(page.y) - Math.round(from.y)]
  if (shift) {
    const side = Math.max(Math.abs(dx), Math.abs(dy))
    dx = side * (dx < 0 ? -1 : 1)
    dy = side * (dy < 0 ? -1 : 1)
  }
  const [x, y] = [Math.round(from.x), Math.round(from.y)]
  if (alt) return { x: x - Math.abs(dx), y: y - Math.abs(dy), width: 2 * Math.abs(dx), height: 2 * Math.abs(dy) }
  return { x: Math.min(x, x + dx), y: Math.min(y, y + dy), width: Math.abs(dx), height: Math.abs(dy) }
}

function drawnLine(from: Point, { page, shift }: Pointer): TemplateLayer {
  const [dx, dy] = [page.x - from.x, page.y - from.y]
  const angle = shift ? (Math.round(Math.atan2(dy, dx) / (Math.PI / 4)) * Math.PI) / 4 : Math.atan2(dy, dx)
  const length = Math.hypot(dx, dy)
  const to = { x: Math.round(from.x + length * Math.cos(angle)), y: Math.round(from.y + length * Math.sin(angle)) }
  const { frame, points } = lineThrough([{ x: Math.round(from.x), y: Math.round(from.y) }, to])
  const { x, y, width, height } = frame
  return { ...newLayers.line.make({ x, y, width, height }), points: points.map((each) => ({ ...each })) }
}

function drawn(tool: DrawTool, from: Point, { pointer, page }: { pointer: Pointer; page: Size }): TemplateLayer {
  if (tool === 'line') return drawnLine(from, pointer)
  const box = drawnBox(from, pointer)
  const sized = { ...box, width: Math.max(1, box.width), height: Math.max(1, box.height) }
  const layer = newLayerIn(page, tool, sized)
  return layer.type === 'text' ? { ...layer, text: '' } : layer
}

/** The height of a line of a new text, and the least width that it gets at the edge of the page. */
const LINE_PX = 58
const LEAST_TEXT_PX = 120

/**
 * A text that was clicked is as wide as usual, as far as the page has room, and grows downwards with its words; one that
 * was dragged is a box.
 */
const clicked: Partial<Record<DrawTool, (session: EditorSession, point: Point) => void>> = {
  text(session, { x, y }) {
    const { design } = session.state.document
    const scale = usualScale(design)
    const height = Math.round(LINE_PX * scale)
    const [left, top] = [Math.round(x), Math.round(y - height / 2)]
    const room = design.width - left
    const { width: usual } = usualSize(design, 'text')
    const width = room > 0 ? Math.min(usual, Math.max(Math.round(LEAST_TEXT_PX * scale), room)) : usual
    const made = newLayerIn(design, 'text', { x: left, y: top, width, height })
    const layer = { ...made, text: '', fit: 'grow' }
    const index = session.state.document.design.layers.length
    session.run({ type: 'insert', parent: null, index, layers: [layer] }, { select: true })
  },
}

/** A click on a text with the tool for texts types into it. */
function enterTextUnder(session: EditorSession, { page }: Pointer): boolean {
  const top = layerTaking(session.state, page, () => true)
  if (top === undefined || !canEnterText(session.state, top)) return false
  session.set({ tool: 'select' })
  enterText(session, top, { at: page })
  return true
}

/** Draws a new layer by dragging; a click makes one of the usual size. */
export function drawing(session: EditorSession, start: Pointer, tool: DrawTool): Gesture {
  const { design } = session.state.document
  const index = design.layers.length
  const snap = snapPoints(session, [])
  const from = snap(start).page
  let hasMoved = false
  session.begin()
  return {
    cursor: 'crosshair',
    move(pointer) {
      hasMoved ||= isDragged(start, pointer)
      if (!hasMoved) return
      const { page, lines } = snap(pointer)
      const to = { ...pointer, page }
      session.update(
        { type: 'insert', parent: null, index, layers: [drawn(tool, from, { pointer: to, page: design })] },
        { select: true },
      )
      const { width, height } = drawnBox(from, to)
      session.set({ marks: { ...NO_MARKS, lines, label: `${width} × ${height}` } })
    },
    end() {
      session.end()
      if (!hasMoved && tool === 'text' && enterTextUnder(session, start)) return
      if (!hasMoved) {
        const place = clicked[tool] ?? ((own, point) => insertAround(own, tool, point))
        place(session, start.page)
      }
      session.set({ tool: 'select' })
      const [made] = session.state.selection
      if (tool === 'text' && made !== undefined) enterText(session, made, { isNew: true })
    },
    cancel() {
      session.cancel()
      session.set({ tool: 'select' })
    },
  }
}
