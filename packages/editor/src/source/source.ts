import { formatDesign, formatLayer } from '@pictable/renderer/format-design'
import { TemplateError } from '@pictable/renderer/template'
import { apply } from '#editor/document/apply.ts'
import type { Command, LayerId, PropertyPath } from '#editor/document/command.ts'
import { CommandError } from '#editor/document/command-error.ts'
import { assertValid, type EditorDocument, idAt, layerAt, layersOf, pathOf } from '#editor/document/document.ts'
import { isEqual, isObject, type JsonObject, withValue } from '#editor/document/json.ts'
import { keysOf } from '#editor/document/keys-of.ts'
import type { SourceIssue } from './source-issue.ts'

/** What a text does to a document. */
export type SourceRead =
  | { readonly type: 'same' }
  | { readonly type: 'change'; readonly command: Command }
  | { readonly type: 'invalid'; readonly issues: readonly SourceIssue[] }

/** The canonical text of a design, or of one of its layers. */
export function sourceOf(document: EditorDocument, layer: LayerId | null): string {
  const own = layer === null ? undefined : layerAt(document, layer)
  return own ? formatLayer(own) : formatDesign(document.design)
}

/** Reads an edited text, parsed as JSON. What is equal stays the same objects, so that only changes are checked. */
export function readSource(document: EditorDocument, layer: LayerId | null, json: unknown): SourceRead {
  const place = layer === null ? [] : placeInSource(document, layer)
  if (place === undefined) return invalid([{ path: [], message: 'The layer no longer exists.' }])
  const known = layersByName(document)
  if (layer !== null) return readLayer(document, { layer, place, json: isObject(json) ? reuse(json, known) : json })
  const design = isObject(json) ? reuseIn(json, known) : json
  return isEqual(document.design, design) ? { type: 'same' } : check(design, place)
}

interface LayerText {
  readonly layer: LayerId
  readonly place: PropertyPath
  readonly json: unknown
}

/** A new name of the layer also reaches what refers to it. */
function readLayer(document: EditorDocument, { layer, place, json }: LayerText): SourceRead {
  const before = layerAt(document, layer)
  if (isEqual(before, json)) return { type: 'same' }
  const name = isObject(json) && typeof json.name === 'string' ? json.name : ''
  const { design } = name === '' ? document : renamed(document, layer, name)
  return check(withValue(design, place, json), place)
}

/** A name that is taken is left to the check, which says where it is wrong. */
function renamed(document: EditorDocument, layer: LayerId, name: string): EditorDocument {
  try {
    return apply(document, { type: 'rename', layer, name }).document
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return document
  }
}

function check(design: unknown, place: PropertyPath): SourceRead {
  try {
    assertValid(design)
    return { type: 'change', command: { type: 'replace', design } }
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error
    return invalid(error.issues.map(({ path, message }) => within(keysOf(path), { message, place })))
  }
}

const invalid = (issues: readonly SourceIssue[]): SourceRead => ({ type: 'invalid', issues })

/** What is wrong elsewhere, because of the text, is said at its beginning, with the place. */
function within(path: PropertyPath, { message, place }: { message: string; place: PropertyPath }): SourceIssue {
  const isInside = place.every((key, at) => path[at] === key)
  return isInside ? { path: path.slice(place.length), message } : { path: [], message: `${path.join('.')}: ${message}` }
}

function layersByName(document: EditorDocument): ReadonlyMap<unknown, JsonObject> {
  const layers = [...layersOf(document).values()].map(({ layer }) => layer)
  return new Map(layers.flatMap((layer) => (isObject(layer) ? [[layer.name, layer] as const] : [])))
}

/** The layer that the document has, if it is equal. */
function reuse(layer: JsonObject, known: ReadonlyMap<unknown, JsonObject>): JsonObject {
  const before = known.get(layer.name)
  return before !== undefined && isEqual(before, layer) ? before : reuseIn(layer, known)
}

/** A design or group with the layers that the document has. */
function reuseIn(container: JsonObject, known: ReadonlyMap<unknown, JsonObject>): JsonObject {
  const key = 'layers' in container ? 'layers' : 'children'
  const list = container[key]
  if (!Array.isArray(list)) return container
  return { ...container, [key]: list.map((layer) => (isObject(layer) ? reuse(layer, known) : layer)) }
}

/** The layer that a place in the text of a design is part of; null on the page itself. */
export function layerInSource(document: EditorDocument, path: PropertyPath): LayerId | null {
  const indexes: number[] = []
  for (let at = 0; at + 1 < path.length; at += 2) {
    const [key, index] = [path[at], path[at + 1]]
    if (key !== (at === 0 ? 'layers' : 'children') || typeof index !== 'number') break
    indexes.push(index)
  }
  return indexes.length > 0 ? (idAt(document, indexes) ?? null) : null
}

/** Where a layer is in the text of a design. */
export function placeInSource(document: EditorDocument, layer: LayerId): PropertyPath | undefined {
  return pathOf(document, layer)?.flatMap((index, depth) => [depth === 0 ? 'layers' : 'children', index])
}
