import { type LayerId, layerAt } from '@pictable/editor'
import type { PointerEvent } from 'react'
import { fetched } from '#dashboard/api/lazily.ts'
import type { Pointer } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { type Field, putField } from '#dashboard/screens/editor/typing/fields.ts'
import { type TextEditor, textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { bindLayers, insertField, layerFor, layerTaking } from './field-actions.ts'
import type { Linking } from './field-link.ts'
import type { placeLinked } from './linked-actions.ts'
import { kindForField } from './suit-field.ts'
import { useDragOut } from './use-drag-out.ts'

interface Dragged {
  readonly field: Field
  /** Of a field whose linked rows a table shows. */
  readonly linking?: Linking | undefined
}

/** The layer that would be filled; with Alt a new one is inserted wherever the pointer is. */
function targetAt({ state }: EditorSession, pointer: Pointer, { field, linking }: Dragged): LayerId | undefined {
  if (pointer.alt) return undefined
  const isTable = ({ type }: { type: string }) => type === 'table'
  const table = linking && layerTaking(state, pointer.page, isTable)
  return table ?? layerFor(state, pointer.page, field)
}

/** Loaded when linked rows are first placed. */
export const placeRows = async (...given: Parameters<typeof placeLinked>) =>
  (await fetched(() => import('./linked-actions.ts'))).placeLinked(...given)

/** The text that is typed into, when that is the layer. */
function typedInto({ state }: EditorSession, layer: LayerId | undefined): TextEditor | undefined {
  const editor = textEditorOf(state)
  return editor && editor.layer === layer ? editor : undefined
}

/** Shows what would happen if the field were dropped here. */
function showDrop(session: EditorSession, pointer: Pointer | undefined, dragged: Dragged): void {
  const { field, linking } = dragged
  const target = pointer && targetAt(session, pointer, dragged)
  const kind = linking ? 'table' : kindForField(field)
  const layer = target === undefined ? undefined : layerAt(session.state.document, target)
  const text = typedInto(session, target)
    ? t('data.into_text')
    : layer
      ? t('data.drop_bind', { name: field.name, layer: layer.name })
      : t('data.drop_insert', { name: field.name, kind: t(`editor.kind_${kind}`) })
  session.set({
    marks: pointer ? { ...NO_MARKS, target: target ?? null, pointerLabel: { at: pointer.screen, text } } : NO_MARKS,
  })
}

function drop(session: EditorSession, pointer: Pointer | undefined, dragged: Dragged): void {
  if (!pointer) return
  const { field, linking } = dragged
  const target = targetAt(session, pointer, dragged)
  const layer = target === undefined ? undefined : layerAt(session.state.document, target)
  if (linking && (layer === undefined || layer.type === 'table')) {
    void placeRows(session, linking, { target, at: pointer.page })
    return
  }
  const editor = typedInto(session, target)
  if (editor) {
    const caret = editor.caretAt(pointer.page)
    putField(editor, field, caret && { from: caret.at, to: caret.at })
    editor.focus()
  } else if (target === undefined) insertField(session, field, pointer.page)
  else if (bindLayers(session, [target], field)) session.set({ selection: [target] })
}

/** Drags a field onto the canvas, or onto a layer there. */
export function useFieldDrag(dragged: Dragged): (press: PointerEvent<HTMLElement>) => void {
  const start = useDragOut()
  return (press) =>
    start(press, {
      show: (session, pointer) => showDrop(session, pointer, dragged),
      drop: (session, pointer) => drop(session, pointer, dragged),
    })
}
