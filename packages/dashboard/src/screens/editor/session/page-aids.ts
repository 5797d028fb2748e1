import type { Box, EditorDocument } from '@pictable/editor'
import type { EditorSession } from './session.ts'
import { editorPartOf, setEditorPart } from './state.ts'

/** Columns that a grid begins with. */
const COLUMNS = 12
/** Of the shorter side of the page. */
const MARGIN_SHARE = 0.05

/** The columns of the grid as they are on the page; none while it is hidden. */
export function gridColumns(document: EditorDocument): readonly Box[] {
  const { grid } = editorPartOf(document)
  if (!grid || grid.visible === false) return []
  const { columns, gutter = 0, margin = 0 } = grid
  const { width: pageWidth, height } = document.design
  const width = (pageWidth - 2 * margin - gutter * (columns - 1)) / columns
  if (width <= 0) return []
  return Array.from({ length: columns }, (_, at) => ({ x: margin + at * (width + gutter), y: 0, width, height }))
}

/** What nothing important should leave; null without such a margin. */
export function safeBox(document: EditorDocument): Box | null {
  const { safeArea } = editorPartOf(document)
  if (!safeArea) return null
  const { top = 0, right = 0, bottom = 0, left = 0 } = safeArea
  const { width, height } = document.design
  return { x: left, y: top, width: width - left - right, height: height - top - bottom }
}

interface SafeArea {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** What apps and printers cover or cut, by the size of the page. */
const SAFE_AREAS: readonly { width: number; height: number; area: SafeArea }[] = [
  // Stories and reels: the app's own buttons.
  { width: 1080, height: 1920, area: { top: 250, right: 64, bottom: 340, left: 64 } },
  // Link previews are cropped to many shapes.
  { width: 1200, height: 630, area: { top: 40, right: 60, bottom: 40, left: 60 } },
  { width: 1200, height: 628, area: { top: 40, right: 60, bottom: 40, left: 60 } },
  // Profiles show a square post as a portrait, cut at the sides.
  { width: 1080, height: 1080, area: { top: 40, right: 54, bottom: 40, left: 54 } },
  { width: 1080, height: 1350, area: { top: 135, right: 54, bottom: 135, left: 54 } },
]

export function safeAreaFor({ width, height }: { width: number; height: number }): SafeArea {
  const preset = SAFE_AREAS.find((each) => each.width === width && each.height === height)
  const margin = Math.round(Math.min(width, height) * MARGIN_SHARE)
  return preset?.area ?? { top: margin, right: margin, bottom: margin, left: margin }
}

/** Shows or hides the columns of the page; the first time it gets twelve. */
export function toggleGrid(session: EditorSession): void {
  const { document } = session.state
  const { grid } = editorPartOf(document)
  if (grid) {
    const { visible = true, ...rest } = grid
    session.run(setEditorPart(document, 'grid', visible ? { ...rest, visible: false } : rest))
    return
  }
  const { width, height } = document.design
  const margin = Math.round(Math.min(width, height) * MARGIN_SHARE)
  session.run(setEditorPart(document, 'grid', { columns: COLUMNS, gutter: Math.round(margin / 2), margin }))
}

/** Shows the margin that fits the size of the page, or none. */
export function toggleSafeArea(session: EditorSession): void {
  const { document } = session.state
  const value = safeBox(document) ? undefined : safeAreaFor(document.design)
  session.run(setEditorPart(document, 'safeArea', value))
}
