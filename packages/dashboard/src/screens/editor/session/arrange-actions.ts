import {
  type Alignment,
  align,
  type Box,
  boundsOfFrame,
  type Command,
  childrenOf,
  type Direction,
  DUPLICATE_OFFSET,
  distribute,
  type EditorDocument,
  frameOf,
  idOfName,
  isBound,
  isFilled,
  type LayerId,
  layerAt,
  mirrorFrame,
  nextDuplicateOffset,
  normalizeSelection,
  nudgeOffset,
  offsetInside,
  type Point,
  parentOf,
  tidy,
  union,
} from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { layerProperties } from '@pictable/renderer/property-schemas'
import { frameIn, laidOutOf, parentMatrix } from './laid-out.ts'
import { moveCommands, movedLayers, placeCommands, setUnbound } from './place-commands.ts'
import { resizeCommands } from './resize-commands.ts'
import type { EditorSession } from './session.ts'
import { type EditorState, editorPartOf, isLocked, placeOf, setEditorPart } from './state.ts'
import { boxAroundSelection } from './view-actions.ts'

/** What shows a group also without layers in it. */
const SEEN_KEYS = ['fill', 'stroke', 'layout'] as const

/** In place of all that a group has the group, unless it is seen without. */
function withEmptied(document: EditorDocument, ids: readonly LayerId[]): readonly LayerId[] {
  const removed = new Set(ids)
  const emptied = [...new Set(ids.map((id) => parentOf(document, id)))].find((parent) => {
    const group = parent === null ? undefined : layerAt(document, parent)
    if (!group || SEEN_KEYS.some((key) => Object.hasOwn(group, key))) return false
    return childrenOf(document, parent).every((id) => removed.has(id))
  })
  if (emptied === undefined || emptied === null) return ids
  const inside = new Set(childrenOf(document, emptied))
  return withEmptied(document, [...ids.filter((id) => id !== emptied && !inside.has(id)), emptied])
}

export const removeSelected = (session: EditorSession): void => removeLayers(session, session.state.selection)

export function removeLayers(session: EditorSession, ids: readonly LayerId[]): void {
  const layers = withEmptied(session.state.document, ids)
  if (layers.length > 0) session.run({ type: 'remove', layers, laidOut: session.laidOut })
}

/** Only steps of the same layers become one. */
const mergeKey = (what: string, { selection }: EditorState) => `${what} ${selection.join(' ')}`

/** Moves the selection by an arrow key; a burst of presses is one step. */
export function nudge(session: EditorSession, key: string, shift: boolean): void {
  const offset = nudgeOffset(key, { shift })
  const { state } = session
  if (!offset) return
  const commands = moveCommands(state, movedLayers(state, state.selection), offset)
  if (commands.length > 0) session.run({ type: 'batch', commands }, { merge: mergeKey('nudge', state) })
}

/** Makes the selection wider or higher by an arrow key. */
export function nudgeSize(session: EditorSession, key: string, shift: boolean): void {
  const by = nudgeOffset(key, { shift })
  const { state } = session
  if (!by) return
  const commands = movedLayers(state, state.selection).flatMap(({ id, frame }) => {
    const after = { ...frame, width: Math.max(1, frame.width + by.x), height: Math.max(1, frame.height + by.y) }
    return resizeCommands(state, id, { before: frame, after, withContent: false })
  })
  if (commands.length > 0) session.run({ type: 'batch', commands }, { merge: mergeKey('size', state) })
}

/** Moves each layer by an offset on the page. */
function moveEach(session: EditorSession, ids: readonly LayerId[], offsets: readonly Point[]): void {
  const { state } = session
  const commands = ids.flatMap((id, at) => {
    const offset = offsets[at]
    return offset ? moveCommands(state, movedLayers(state, [id]), offset) : []
  })
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** What is selected and drawn, with the boxes on the page. */
function placedSelection(state: EditorState): { ids: readonly LayerId[]; boxes: readonly Box[] } {
  const placed = state.selection.flatMap((id) => {
    const box = placeOf(state, id)?.bounds
    return box ? [{ id, box }] : []
  })
  return { ids: placed.map(({ id }) => id), boxes: placed.map(({ box }) => box) }
}

/** What a record fills, or a condition decides, is not replaced by a key. */
const isUnfilled = ({ document }: EditorState, id: LayerId, key: string) =>
  !isFilled(Reflect.get(layerAt(document, id) ?? {}, key))

/** Mirrors what is selected where it is, several layers as one. */
export function flipSelection(session: EditorSession, flip: 'horizontal' | 'vertical'): void {
  const { state } = session
  const moved = movedLayers(state, state.selection).filter(({ id }) => isUnfilled(state, id, 'flip'))
  const box = union(moved.map(({ frame }) => boundsOfFrame(frame)))
  const commands = moved.flatMap(({ id, frame: before }) => {
    const after = mirrorFrame(before, flip, box)
    return [
      ...placeCommands(state, id, { before, after }),
      ...setUnbound(state, id, ['flip', after.flip === 'none' ? undefined : after.flip]),
    ]
  })
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** Several layers to their common box, one layer to its parent. */
export function alignSelection(session: EditorSession, alignment: Alignment): void {
  const { state } = session
  const { ids, boxes } = placedSelection(state)
  const around = ids.length === 1 ? boxAroundSelection(state) : undefined
  moveEach(session, ids, align(boxes, alignment, around))
}

export function distributeSelection(session: EditorSession, direction: Direction): void {
  const { ids, boxes } = placedSelection(session.state)
  moveEach(session, ids, distribute(boxes, direction))
}

export function tidySelection(session: EditorSession): void {
  const { ids, boxes } = placedSelection(session.state)
  moveEach(session, ids, tidy(boxes))
}

/** All as wide, or as high, as the first that was selected. */
export function matchSize(session: EditorSession, key: 'width' | 'height'): void {
  const { state } = session
  const [first, ...others] = state.selection
  const size = first === undefined ? undefined : frameIn(state, first)?.[key]
  if (size === undefined) return
  const commands = movedLayers(state, others).flatMap(({ id, frame }) =>
    resizeCommands(state, id, { before: frame, after: { ...frame, [key]: size }, withContent: false }),
  )
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

export function groupSelection(session: EditorSession): void {
  const { selection } = session.state
  if (selection.length > 0)
    session.run({ type: 'group', layers: selection, laidOut: session.laidOut }, { select: true })
}

export function ungroupSelection(session: EditorSession): void {
  const { document, selection } = session.state
  const groups = selection.filter((id) => layerAt(document, id)?.type === 'group')
  if (groups.length > 0) session.run({ type: 'ungroup', layers: groups, laidOut: session.laidOut }, { select: true })
}

/** Into a row or a column, as the layers lie. */
export function wrapSelection(session: EditorSession): void {
  const { selection } = session.state
  if (selection.length > 0) session.run({ type: 'wrap', layers: selection, laidOut: session.laidOut }, { select: true })
}

type Order = 'forward' | 'backward' | 'front' | 'back'

/** Moves the selection among its siblings. */
export function orderSelection(session: EditorSession, order: Order): void {
  const { document, selection } = session.state
  const [first] = selection
  if (first === undefined) return
  const parent = parentOf(document, first)
  const layers = selection.filter((id) => parentOf(document, id) === parent)
  const siblings = childrenOf(document, parent)
  const others = siblings.filter((id) => !layers.includes(id))
  const at = siblings.slice(0, siblings.indexOf(first)).filter((id) => !layers.includes(id)).length
  const index = { forward: at + 1, backward: at - 1, front: others.length, back: 0 }[order]
  const within = Math.min(others.length, Math.max(0, index))
  session.run({ type: 'move', layers, parent, index: within, laidOut: session.laidOut })
}

/** Copies what is selected, right in front of it, so far from it on the page. */
export function copyCommand(state: EditorState, offset: Point): Command | undefined {
  const { document } = state
  // In the order in which they are drawn, not in that of the clicks.
  const ids = normalizeSelection(document, state.selection)
  const layers = ids.flatMap((id): TemplateLayer[] => {
    const layer = layerAt(document, id)
    if (!layer) return []
    const frame = frameOf(layer, laidOutOf(state)[id])
    const { x, y } = offsetInside(offset, parentMatrix(state, parentOf(document, id)))
    const { anchor: _, ...free } = layer
    return [
      {
        ...free,
        ...(!isBound(free.x) && { x: Math.round((frame.x + x) * 1000) / 1000 }),
        ...(!isBound(free.y) && { y: Math.round((frame.y + y) * 1000) / 1000 }),
      },
    ]
  })
  const last = ids.at(-1)
  if (layers.length === 0 || last === undefined) return undefined
  const parent = parentOf(document, last)
  return { type: 'insert', parent, index: childrenOf(document, parent).indexOf(last) + 1, layers }
}

/** Which copy was made last, and where its original is: the next one is as far from it. */
const lastCopies = new WeakMap<EditorSession, { readonly copy: LayerId; readonly original: Point }>()

/** Where what is selected is, as far as copies are measured by it. */
export function originalOf(state: EditorState): Point {
  const [first = ''] = normalizeSelection(state.document, state.selection)
  const { x, y } = placeOf(state, first)?.bounds ?? { x: 0, y: 0 }
  return { x, y }
}

/** What is selected now was copied from there. */
export function noteCopy(session: EditorSession, original: Point): void {
  const [copy] = session.state.selection
  if (copy !== undefined) lastCopies.set(session, { copy, original })
}

/** A copy of the selection beside it; pressed again, as far from the last copy as that was moved. */
export function duplicateSelection(session: EditorSession): void {
  const [first] = normalizeSelection(session.state.document, session.state.selection)
  if (first === undefined) return
  const at = originalOf(session.state)
  const last = lastCopies.get(session)
  const offset = last?.copy === first ? nextDuplicateOffset(last.original, at) : DUPLICATE_OFFSET
  const command = copyCommand(session.state, offset)
  if (command && session.run(command, { select: true })) noteCopy(session, at)
}

/** Shows or hides what is selected. */
export function toggleHidden(session: EditorSession): void {
  const { document, selection } = session.state
  const isShown = selection.some((id) => layerAt(document, id)?.visible !== false)
  const commands = selection.map(
    (target): Command => ({ type: 'set', target, path: ['visible'], value: isShown ? false : undefined }),
  )
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** Locks what is selected, or unlocks it; the template keeps that by name. */
export function toggleLocked(session: EditorSession, ids: readonly LayerId[] = session.state.selection): void {
  const { document } = session.state
  const names = ids.flatMap((id) => layerAt(document, id)?.name ?? [])
  const { locked = [] } = editorPartOf(document)
  const isFree = ids.some((id) => !isLocked(document, id))
  const kept = locked.filter((name) => !names.includes(name) && idOfName(document, name) !== undefined)
  const value = isFree ? [...kept, ...names] : kept
  if (names.length > 0) session.run(setEditorPart(document, 'locked', value.length > 0 ? value : undefined))
}

/** Takes layers off what they are anchored to: they stay where they are. */
export function detachSelection(session: EditorSession): void {
  const { state } = session
  const commands = state.selection.flatMap((id): Command[] => {
    const frame = frameIn(state, id)
    if (layerAt(state.document, id)?.anchor === undefined || !frame) return []
    return [
      { type: 'set', target: id, path: ['anchor'] },
      { type: 'set', target: id, path: ['x'], value: frame.x },
      { type: 'set', target: id, path: ['y'], value: frame.y },
    ]
  })
  if (commands.length > 0) session.run({ type: 'batch', commands })
}

/** One key for all that are selected, such as the opacity. */
export function setOnSelection(session: EditorSession, key: string, value: unknown): void {
  const { state } = session
  const commands = state.selection.flatMap((id) => setUnbound(state, id, [key, value]))
  if (commands.length > 0) session.run({ type: 'batch', commands }, { merge: mergeKey(key, state) })
}

/** Two digits that follow each other within this time are one number. */
const DIGITS_MS = 600
/** The first digit of each selection: another one, even of the same layers, begins again. */
const firstDigits = new WeakMap<EditorState['selection'], { readonly digit: number; readonly atMs: number }>()

/** 4 is 40 %, 4 and then 5 are 45 %; 0 is 100 %, and twice 0 %. */
export function typeOpacity(session: EditorSession, digit: number, atMs = performance.now()): void {
  const { selection } = session.state
  const first = firstDigits.get(selection)
  const isSecond = first !== undefined && atMs - first.atMs < DIGITS_MS
  const percent = isSecond ? first.digit * 10 + digit : digit * 10 || 100
  if (isSecond) firstDigits.delete(selection)
  else firstDigits.set(selection, { digit, atMs })
  setOnSelection(session, 'opacity', percent / 100)
}

const BOLD = 700
const LEAST_BOLD = 600
const isBold = (weight: unknown) => typeof weight === 'number' && weight >= LEAST_BOLD

/** What is written of letters that look so, by the key of the layer. */
const LETTERS = {
  bold: ['fontWeight', BOLD, isBold],
  italic: ['fontStyle', 'italic', (style: unknown) => style === 'italic'],
  underline: ['decoration', 'underline', (line: unknown) => line === 'underline'],
} as const
export type Letters = keyof typeof LETTERS

const withLetters = (state: EditorState, letters: Letters) =>
  state.selection.filter((id) => {
    const [key] = LETTERS[letters]
    const layer = layerAt(state.document, id)
    return layer !== undefined && Object.hasOwn(layerProperties(layer.type), key) && isUnfilled(state, id, key)
  })

/** Whether something that is selected has letters that can look so. */
export const hasLetters = (state: EditorState, letters: Letters): boolean => withLetters(state, letters).length > 0

/** Whether all letters of the selection that can be bold are. */
export function isBoldSelection(state: EditorState): boolean {
  const ids = withLetters(state, 'bold')
  return ids.length > 0 && ids.every((id) => isBold(Reflect.get(layerAt(state.document, id) ?? {}, 'fontWeight')))
}

/** Makes the selected texts bold, italic or underlined; when all of them are, not so any more. */
export function toggleLetters(session: EditorSession, letters: Letters): void {
  const { state } = session
  const [key, value, isOn] = LETTERS[letters]
  const ids = withLetters(state, letters)
  const areOn = ids.every((id) => isOn(Reflect.get(layerAt(state.document, id) ?? {}, key)))
  const commands = ids.flatMap((id) => setUnbound(state, id, [key, areOn ? undefined : value]))
  if (commands.length > 0) session.run({ type: 'batch', commands })
}
