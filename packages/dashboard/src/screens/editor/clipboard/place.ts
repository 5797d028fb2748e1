import type { Box, Point } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { insertLayers, middleOfView } from '#dashboard/screens/editor/session/insert-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { revealSelection } from '#dashboard/screens/editor/session/view-actions.ts'
import { svgSize } from './svg-size.ts'

/** Of the page. */
export const LARGEST_SHARE = 0.8

/** A size at most 80 % of the page, around a point or the middle of the page. */
export function boxFor({ state }: EditorSession, size: { width: number; height: number }, at: Point | null): Box {
  const { width: pageWidth, height: pageHeight } = state.document.design
  const share = Math.min(1, (pageWidth * LARGEST_SHARE) / size.width, (pageHeight * LARGEST_SHARE) / size.height)
  const [width, height] = [size.width * share, size.height * share].map((side) => Math.max(1, Math.floor(side)))
  const box = { width: width ?? 1, height: height ?? 1 }
  const middle = at ?? middleOfView(state)
  return { x: Math.round(middle.x - box.width / 2), y: Math.round(middle.y - box.height / 2), ...box }
}

export function insertOne(session: EditorSession, layer: TemplateLayer): void {
  if (insertLayers(session, [layer], null)) revealSelection(session)
}

export function pasteSvg(session: EditorSession, { svg, name }: { svg: string; name: string }, at: Point | null): void {
  const box = boxFor(session, svgSize(svg), at)
  insertOne(session, { type: 'svg', name, ...box, svg })
}
