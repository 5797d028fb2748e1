import { type RefObject, useEffect } from 'react'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'
import { MissingMarks } from './missing-marks.tsx'
import { RecordValues } from './record-value.tsx'
import { SampleField } from './sample-field.tsx'
import { StyleBar } from './style-bar.tsx'
import { TextInput } from './text-input.tsx'
import { TextMarks } from './text-marks.tsx'
import { useTextPointer } from './use-text-pointer.ts'

/** Ends typing when its layer is gone, is not selected any more or may not be changed; else the caret follows the text. */
function watch(session: EditorSession): () => void {
  let last = session.state
  let plain = textEditorOf(last)?.text?.plain
  return session.subscribe(() => {
    const { state } = session
    const { editing, selection } = state
    const isSelected = selection.length === 1 && selection[0] === editing?.layer
    if (editing && (state.readOnly !== null || !isSelected)) return editing.leave()
    const editor = textEditorOf(state)
    const before = last
    last = state
    if (!editor) {
      plain = undefined
      return
    }
    if (!editor.text) return editor.leave()
    const isOther = textEditorOf(before) !== editor
    if (!isOther && before.document !== state.document && plain !== undefined && !editor.isWriting) editor.follow(plain)
    plain = editor.text.plain
    if (before.frame !== state.frame) editor.settle()
  })
}

/** Typing into texts on the canvas. */
export function TextWork({ canvas }: { canvas: RefObject<HTMLElement | null> }) {
  const session = useSession()
  useTextPointer(canvas)
  useEffect(() => watch(session), [session])
  useEffect(() => {
    let wasTyping = false
    return session.subscribe(() => {
      const isTyping = session.state.editing !== null
      // The keys of the canvas work again.
      if (wasTyping && !isTyping && !document.activeElement?.matches('input, select')) {
        canvas.current?.focus({ preventScroll: true })
      }
      wasTyping = isTyping
    })
  }, [session, canvas])
  return (
    <RecordValues>
      <MissingMarks />
      <TextMarks />
      <TextInput />
      <StyleBar />
      <SampleField />
    </RecordValues>
  )
}
