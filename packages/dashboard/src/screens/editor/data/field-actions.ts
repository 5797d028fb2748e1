import { type Command, idAt, invert, type LayerId, layerAt, type Point, transform } from '@pictable/editor'
import type { TemplateLayer } from '@pictable/renderer/browser'
import { boxFor, insertOne } from '#dashboard/screens/editor/clipboard/place.ts'
import type { PlacedLayer } from '#dashboard/screens/editor/engine/engine.ts'
import { newLayers } from '#dashboard/screens/editor/session/new-layer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { type EditorState, isLocked } from '#dashboard/screens/editor/session/state.ts'
import { type Field, fieldsOf, putField } from '#dashboard/screens/editor/typing/fields.ts'
import { textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import { writtenField } from '#dashboard/screens/editor/typing/written-field.ts'
import { fixedLocale, writtenWords } from '#dashboard/screens/editor/typing/written-words.ts'
import { rebound } from './shown-as.ts'
import { kindForField, layerForField, slotFor } from './suit-field.ts'

/** A new layer that shows the field, around a point of the page or in the middle of what is seen. */
export function insertField(session: EditorSession, field: Field, at: Point | null = null): void {
  const { design } = session.state.document
  const { width, height } = design
  const box = boxFor(session, newLayers[kindForField(field)], at)
  // All of it is on the page, also when it is dropped at the edge.
  const x = Math.max(0, Math.min(box.x, width - box.width))
  const y = Math.max(0, Math.min(box.y, height - box.height))
  insertOne(session, layerForField(field, { box: { ...box, x, y }, locale: fixedLocale(design) }))
}

/** The commands that let a field fill layers; none for those that it does not suit. */
function bindCommands(state: EditorState, layers: readonly LayerId[], field: Field): Command[] {
  const { document } = state
  const place = { locale: fixedLocale(document.design), fields: fieldsOf(state) }
  return layers.flatMap((target): Command[] => {
    const layer = layerAt(document, target)
    const slot = layer && slotFor(layer.type, field)
    if (!slot) return []
    const before: unknown = Reflect.get(layer, slot.property)
    const value = slot.write(rebound(before, field, { ...place, property: slot.property }))
    return [{ type: 'set', target, path: [slot.property], value }]
  })
}

export const canBind = (state: EditorState, layers: readonly LayerId[], field: Field): boolean =>
  bindCommands(state, layers, field).length > 0

/** Lets a field fill layers. */
export function bindLayers(session: EditorSession, layers: readonly LayerId[], field: Field): boolean {
  return session.run({ type: 'batch', commands: bindCommands(session.state, layers, field) })
}

function holds({ matrix, width, height }: PlacedLayer, page: Point): boolean {
  const inverse = invert(matrix)
  const at = inverse && transform(inverse, page)
  return at !== undefined && at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height
}

/** The top-most layer at a point of the page that takes what is dropped. Its whole box counts: a text is mostly gaps. */
export function layerTaking(
  { document, frame }: EditorState,
  page: Point,
  takes: (layer: TemplateLayer) => boolean,
): LayerId | undefined {
  const under = [...(frame?.placed.values() ?? [])].filter((place) => holds(place, page)).toReversed()
  return under
    .flatMap(({ path }) => idAt(document, path) ?? [])
    .find((id) => {
      const layer = layerAt(document, id)
      return layer !== undefined && !isLocked(document, id) && takes(layer)
    })
}

/** The top-most layer at a point of the page that a field can fill. */
export const layerFor = (state: EditorState, page: Point, field: Field): LayerId | undefined =>
  layerTaking(state, page, ({ type }) => slotFor(type, field) !== undefined)

/** The written text of a layer; undefined for other layers, and for what no text can be added to. */
function textOf({ document }: EditorState, id: LayerId): string | undefined {
  const layer = layerAt(document, id)
  if (layer?.type !== 'text' && layer?.type !== 'path-text') return undefined
  return writtenWords(layer.text, fixedLocale(document.design))
}

/** The only selected layer when a field can be written into its text. */
export function textLayerOf(state: EditorState): LayerId | undefined {
  const [only, ...others] = state.selection
  return only !== undefined && others.length === 0 && textOf(state, only) !== undefined ? only : undefined
}

/** Writes a field at the caret of the text that is typed into; else at the end of the text of the selected layer. */
export function addToText(session: EditorSession, field: Pick<Field, 'name' | 'format'>): boolean {
  const editor = textEditorOf(session.state)
  if (editor) return putField(editor, field)
  const target = textLayerOf(session.state)
  const text = target === undefined ? undefined : textOf(session.state, target)
  if (target === undefined || text === undefined) return false
  const gap = text === '' || /\s$/.test(text) ? '' : ' '
  return session.run({ type: 'set', target, path: ['text'], value: `${text}${gap}${writtenField(field)}` })
}
