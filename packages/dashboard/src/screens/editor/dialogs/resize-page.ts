import { type Command, childrenOf, type Frame, type LayerId, layerAt, type Size, wholeEdges } from '@pictable/editor'
import { frameIn } from '#dashboard/screens/editor/session/laid-out.ts'
import { safeAreaFor } from '#dashboard/screens/editor/session/page-aids.ts'
import { placeCommands } from '#dashboard/screens/editor/session/place-commands.ts'
import { contentCommands, gapCommands, resizeCommands } from '#dashboard/screens/editor/session/resize-commands.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, editorPartOf, guidesOf } from '#dashboard/screens/editor/session/state.ts'
import { fitPage } from '#dashboard/screens/editor/session/view-actions.ts'

/** Where a page of another shape has the old one: as large as it fits, in its middle. */
interface Fitting {
  readonly scale: number
  readonly x: number
  readonly y: number
  /** Of what goes from edge to edge. */
  readonly stretch: { readonly x: number; readonly y: number }
}

function fittingOf(from: Size, to: Size): Fitting {
  const stretch = { x: to.width / from.width, y: to.height / from.height }
  const scale = Math.min(stretch.x, stretch.y)
  return { scale, x: (to.width - from.width * scale) / 2, y: (to.height - from.height * scale) / 2, stretch }
}

/** Kinds whose width and height may change apart from each other. */
const STRETCHES: ReadonlySet<string> = new Set(['rectangle', 'image', 'text', 'line'])

/** A layer on the other page: what reaches both edges of the old one reaches both of the new one. */
function placed(frame: Frame, page: Size, { fitting, mayStretch }: { fitting: Fitting; mayStretch: boolean }): Frame {
  const isUpright = mayStretch && frame.rotation === 0
  const reaches = (start: number, side: number, whole: number) => isUpright && start <= 0 && start + side >= whole
  const { scale, stretch } = fitting
  const across = reaches(frame.x, frame.width, page.width)
    ? { x: frame.x * stretch.x, width: frame.width * stretch.x }
    : { x: fitting.x + frame.x * scale, width: frame.width * scale }
  const down = reaches(frame.y, frame.height, page.height)
    ? { y: frame.y * stretch.y, height: frame.height * stretch.y }
    : { y: fitting.y + frame.y * scale, height: frame.height * scale }
  return wholeEdges(frame, { ...frame, ...across, ...down })
}

/** As high as is written: a text that grows is drawn higher. */
function writtenFrame(state: EditorState, id: LayerId): Frame | undefined {
  const frame = frameIn(state, id)
  const layer = layerAt(state.document, id)
  const isGrown = layer?.type === 'text' && layer.fit === 'grow'
  return frame && isGrown && typeof layer.height === 'number' ? { ...frame, height: layer.height } : frame
}

function layerCommands(state: EditorState, id: LayerId, fitting: Fitting): Command[] {
  const before = writtenFrame(state, id)
  const type = layerAt(state.document, id)?.type ?? ''
  if (!before) return []
  const { scale } = fitting
  const after = placed(before, state.document.design, { fitting, mayStretch: STRETCHES.has(type) })
  const gaps = gapCommands(state, id, { x: scale, y: scale })
  if (type === 'group') return [...resizeCommands(state, id, { before, after, withContent: true }), ...gaps]
  return [...placeCommands(state, id, { before, after }), ...contentCommands(state, id, scale), ...gaps]
}

function aidCommands({ document }: EditorState, size: Size, fitting: Fitting | null): Command[] {
  const { safeArea, guides } = editorPartOf(document)
  const { x, y } = guidesOf(document)
  const moved = (places: readonly number[], from: number) =>
    places.map((at) => Math.round(from + at * (fitting?.scale ?? 1)))
  const fitted = fitting && guides && { x: moved(x, fitting.x), y: moved(y, fitting.y) }
  const area = safeArea && safeAreaFor(size)
  if (!fitted && !area) return []
  const { design } = document
  const editor = { ...design.editor, ...(fitted && { guides: fitted }), ...(area && { safeArea: area }) }
  return [{ type: 'set', target: 'page', path: ['editor'], value: editor }]
}

/** Gives the page another size; `fits`: the layers are placed and scaled so that the design fits it. */
export function resizePageCommands(state: EditorState, size: Size, fits: boolean): Command[] {
  const { document } = state
  const { width, height } = document.design
  const fitting = fits ? fittingOf({ width, height }, size) : null
  const side = (name: 'width' | 'height'): Command[] =>
    size[name] === document.design[name] ? [] : [{ type: 'set', target: 'page', path: [name], value: size[name] }]
  return [
    ...side('width'),
    ...side('height'),
    ...(fitting ? childrenOf(document, null).flatMap((id) => layerCommands(state, id, fitting)) : []),
    ...aidCommands(state, size, fitting),
  ]
}

/** One step, and all of the new page is seen. */
export function resizePage(session: EditorSession, size: Size, fits: boolean): void {
  const commands = resizePageCommands(session.state, size, fits)
  if (commands.length > 0 && session.run({ type: 'batch', commands })) fitPage(session)
}
