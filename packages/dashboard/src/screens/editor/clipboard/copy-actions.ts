import { CommandError, type CopiedStyle, copyLayers, copyStyle, pasteStyle } from '@pictable/editor'
import { toast } from '#dashboard/api/toast.ts'
import { commandWords } from '#dashboard/screens/editor/properties/command-words.ts'
import { removeLayers, removeSelected } from '#dashboard/screens/editor/session/arrange-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { t } from '#dashboard/strings/editing.ts'

/** What is selected as text; null when nothing is. */
export function copiedText({ state, laidOut }: EditorSession): string | null {
  return state.selection.length === 0 ? null : copyLayers(state.document, state.selection, laidOut)
}

export function cutSelection(session: EditorSession): string | null {
  const text = copiedText(session)
  if (text === null || session.state.readOnly !== null) return null
  removeSelected(session)
  return text
}

/** For a menu: the browser lets pages write text when they are asked to. */
export function copyByMenu(session: EditorSession, { isCut }: { isCut: boolean }): void {
  const text = copiedText(session)
  if (text === null) return
  const { document, selection } = session.state
  // The browser may ask first: what is no longer as it was copied stays.
  const remove = () => isCut && session.state.document === document && removeLayers(session, selection)
  const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'))
  written.then(remove, () => toast.failed(t('editor.clipboard_refused_copy')))
}

/** How the layer looked that was copied last, in any template of this tab. */
let copied: CopiedStyle | undefined

export const hasCopiedStyle = (): boolean => copied !== undefined

export function copyStyleOfSelection({ state: { document, selection } }: EditorSession): void {
  const [first] = selection
  if (first !== undefined) copied = copyStyle(document, first)
}

export function pasteStyleOnSelection(session: EditorSession): void {
  const { document, selection } = session.state
  if (!copied) {
    toast.failed(t('editor.style_none'))
    return
  }
  try {
    session.run(pasteStyle(document, selection, copied))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    toast.failed(commandWords(error))
  }
}
