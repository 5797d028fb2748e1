import { type LayerId, layerAt } from '@pictable/editor'
import { type PointerEvent, useEffect, useRef } from 'react'
import { type Pointer, pointerAt } from '#dashboard/screens/editor/session/pointer.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { NO_MARKS } from '#dashboard/screens/editor/session/state.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { type Field, putField } from '#dashboard/screens/editor/typing/fields.ts'
import { type TextEditor, textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import { t } from '#dashboard/strings/editing.ts'
import { bindLayers, insertField, layerFor } from './field-actions.ts'
import { kindForField } from './suit-field.ts'

const THRESHOLD_PX = 4

/** Where the pointer is on the canvas; undefined while it is elsewhere. */
function onCanvas(session: EditorSession, event: globalThis.PointerEvent): Pointer | undefined {
  const under = document.elementFromPoint(event.clientX, event.clientY)
  const box = under?.closest('[role="application"]')?.getBoundingClientRect()
  return box && pointerAt(session, { x: event.clientX - box.left, y: event.clientY - box.top }, event)
}

/** The layer that would be filled; with Alt a new one is inserted wherever the pointer is. */
const targetAt = (session: EditorSession, pointer: Pointer, field: Field) =>
  pointer.alt ? undefined : layerFor(session.state, pointer.page, field)

/** The text that is typed into, when that is the layer. */
function typedInto({ state }: EditorSession, layer: LayerId | undefined): TextEditor | undefined {
  const editor = textEditorOf(state)
  return editor && editor.layer === layer ? editor : undefined
}

/** Shows what would happen if the field were dropped here. */
function showDrop(session: EditorSession, pointer: Pointer | undefined, field: Field): void {
  const target = pointer && targetAt(session, pointer, field)
  const layer = target === undefined ? undefined : layerAt(session.state.document, target)
  const text = typedInto(session, target)
    ? t('data.into_text')
    : layer
      ? t('data.drop_bind', { name: field.name, layer: layer.name })
      : t('data.drop_insert', { name: field.name, kind: t(`editor.kind_${kindForField(field)}`) })
  session.set({
    marks: pointer ? { ...NO_MARKS, target: target ?? null, pointerLabel: { at: pointer.screen, text } } : NO_MARKS,
  })
}

function drop(session: EditorSession, pointer: Pointer | undefined, field: Field): void {
  if (!pointer) return
  const target = targetAt(session, pointer, field)
  const editor = typedInto(session, target)
  if (editor) {
    const caret = editor.caretAt(pointer.page)
    putField(editor, field.name, caret && { from: caret.at, to: caret.at })
    editor.focus()
  } else if (target === undefined) insertField(session, field, pointer.page)
  else if (bindLayers(session, [target], field)) session.set({ selection: [target] })
}

/** Drags a field onto the canvas, or onto a layer there. Escape takes it back. */
export function useFieldDrag(field: Field): (event: PointerEvent<HTMLElement>) => void {
  const session = useSession()
  const stop = useRef<AbortController>(undefined)
  useEffect(() => () => stop.current?.abort(), [])
  return (press) => {
    if (press.button !== 0) return
    const { clientX, clientY, currentTarget: row, pointerId } = press
    const own = new AbortController()
    stop.current?.abort()
    stop.current = own
    let last: globalThis.PointerEvent | undefined
    const finish = () => own.abort()
    own.signal.addEventListener('abort', () => {
      if (!last) return
      session.set({ isHolding: false, marks: NO_MARKS })
      document.documentElement.style.cursor = ''
    })
    const onMove = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      if (!last && Math.hypot(event.clientX - clientX, event.clientY - clientY) < THRESHOLD_PX) return
      if (!last) {
        row.setPointerCapture(pointerId)
        session.set({ isHolding: true, hovered: null })
        document.documentElement.style.cursor = 'grabbing'
      }
      last = event
      showDrop(session, onCanvas(session, event), field)
    }
    const onUp = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pointerId) return
      const pointer = last && onCanvas(session, event)
      finish()
      drop(session, pointer, field)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !last) return
      event.stopImmediatePropagation()
      event.preventDefault()
      finish()
    }
    const options = { signal: own.signal }
    addEventListener('pointermove', onMove, options)
    addEventListener('pointerup', onUp, options)
    addEventListener('pointercancel', finish, options)
    addEventListener('blur', finish, options)
    addEventListener('keydown', onKey, { ...options, capture: true })
  }
}
