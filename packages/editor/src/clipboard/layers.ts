import type { Command, LaidOut, LayerId } from '#editor/document/command.ts'
import { ancestorsOf, type EditorDocument, layerAt, normalizeSelection, parentOf } from '#editor/document/document.ts'
import { isObject, type JsonObject } from '#editor/document/json.ts'
import { frameOf, isBound } from '#editor/document/layer-frame.ts'
import { boundsOfFrame, type Frame, unwrapFrame, wrapFrame } from '#editor/geometry/frame.ts'
import { type Point, rounded, union } from '#editor/geometry/matrix.ts'

/** What a text of the clipboard is for a design. */
export type Pasted =
  | { readonly type: 'layers'; readonly layers: readonly object[] }
  | { readonly type: 'svg'; readonly svg: string }
  | { readonly type: 'text'; readonly text: string }
  /** Why there is nothing to paste, in words for the person who pastes. */
  | { readonly type: 'nothing'; readonly reason: string }

const MAX_CHARACTERS = 5_000_000

/** Layers as text for the clipboard: a list of JSON, placed as they are on the page. */
export function copyLayers(document: EditorDocument, ids: readonly LayerId[], laidOut: LaidOut = {}): string {
  const copied = normalizeSelection(document, ids)
  const names = new Set(copied.map((id) => layerAt(document, id)?.name))
  const layers = copied.flatMap((id) => {
    const layer = layerAt(document, id)
    if (!isObject(layer)) return []
    const { id: _, anchor, ...others } = layer
    // An anchor means something beside its target only, and in groups that are not turned.
    const keepsAnchor = isObject(anchor) && names.has(String(anchor.layer)) && parentOf(document, id) === null
    const frame = outOfGroups(document, id, laidOut)
    return [keepsAnchor ? { ...others, anchor } : withFrame(others, { before: frameOf(layer), after: frame })]
  })
  return `${JSON.stringify(layers, null, 2)}\n`
}

/** What a text is: layers as JSON (one, a list, or a design with layers), an SVG, or plain text. */
export function readClipboard(text: string): Pasted {
  const trimmed = text.trim()
  if (trimmed === '') return { type: 'nothing', reason: 'The clipboard contains no text.' }
  if (text.length > MAX_CHARACTERS)
    return { type: 'nothing', reason: 'The text in the clipboard is too long to paste.' }
  if (/^(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)?<svg[\s>]/.test(trimmed)) return { type: 'svg', svg: trimmed }
  const json = /^[[{]/.test(trimmed) ? parsed(trimmed) : undefined
  if (json === undefined) return { type: 'text', text }
  const layers = layersIn(json)
  if (layers.length > 0) return { type: 'layers', layers }
  return { type: 'nothing', reason: 'This JSON contains no layers. A layer has a "type" and a "name".' }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function layersIn(json: unknown): readonly object[] {
  const list = isObject(json) ? (Array.isArray(json.layers) ? json.layers : [json]) : json
  if (!Array.isArray(list)) return []
  const layers = list.filter(isObject).filter(({ type, name }) => typeof type === 'string' && typeof name === 'string')
  return layers.length === list.length ? layers : []
}

export interface PasteOptions {
  readonly parent: LayerId | null
  readonly index: number
  readonly laidOut?: LaidOut
  /** The middle of the pasted layers, on the page; by default they go where they were. */
  readonly at?: Point
}

/** The command that adds copied layers; they are at the same place on the page in any group. */
export function pasteLayers(document: EditorDocument, layers: readonly object[], options: PasteOptions): Command {
  const { parent, index, laidOut = {}, at } = options
  const frames = layers.map((layer) => frameOf(layer))
  const around = union(frames.map(boundsOfFrame))
  const offset = at && {
    x: Math.round(at.x - around.x - around.width / 2),
    y: Math.round(at.y - around.y - around.height / 2),
  }
  const groups = parent === null ? [] : [...ancestorsOf(document, parent), parent]
  const placed = layers.map((layer, which) => {
    const before = frames[which] ?? frameOf(layer)
    const moved = offset ? { ...before, x: before.x + offset.x, y: before.y + offset.y } : before
    const after = groups.reduce((frame, group) => wrapFrame(frame, groupFrame(document, group, laidOut)), moved)
    return isObject(layer) ? withFrame(layer, { before, after }) : layer
  })
  return { type: 'insert', parent, index, layers: placed }
}

/** How a layer is placed on the page. */
function outOfGroups(document: EditorDocument, id: LayerId, laidOut: LaidOut): Frame {
  const own = frameOf(layerAt(document, id) ?? {}, laidOut[id])
  return ancestorsOf(document, id)
    .toReversed()
    .reduce((frame, group) => unwrapFrame(frame, groupFrame(document, group, laidOut)), own)
}

function groupFrame(document: EditorDocument, id: LayerId, laidOut: LaidOut): Frame {
  return frameOf(layerAt(document, id) ?? {}, laidOut[id])
}

/** The layer at another place. Values of records stay, as does what is not changed. */
function withFrame(layer: JsonObject, { before, after }: { before: Frame; after: Frame }): JsonObject {
  const changed: Record<string, unknown> = { ...layer }
  for (const key of ['x', 'y', 'rotation'] as const) {
    if (!isBound(layer[key]) && rounded(before[key]) !== rounded(after[key])) changed[key] = rounded(after[key])
  }
  if (before.flip !== after.flip && !isBound(layer.flip)) changed.flip = after.flip
  return changed
}
