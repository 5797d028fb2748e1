import { useSyncExternalStore } from 'react'
import { useEditor } from '#dashboard/screens/editor/session/use-editor.ts'
import { type Selection, type TextEditor, textEditorOf } from '#dashboard/screens/editor/typing/text-editor.ts'

const never = () => () => {}

/** The text that is typed into, shown again whenever its caret or the document changed. */
export function useText(): TextEditor | null {
  const editor = useEditor(textEditorOf)
  useEditor(({ document }) => (editor ? document : null))
  useSyncExternalStore(editor?.subscribe ?? never, (): Selection | null => editor?.selection ?? null)
  return editor
}
