import { type LayerId, layerAt, type Point } from '@pictable/editor'
import { CHIP } from '@pictable/editor/text'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import type { EditorState } from '#dashboard/screens/editor/session/state.ts'
import { fieldsOfText, SampleEditing } from './sample-editing.ts'
import { TextEditor } from './text-editor.ts'
import { fixedLocale, writtenWords } from './written-words.ts'

interface Entering {
  /** Where on the page the caret is put; without it all of the text is selected, and behind a lone field nothing. */
  readonly at?: Point
  readonly isNew?: boolean
}

/** Whether the text of a layer can be typed into. */
export function canEnterText(state: EditorState, layer: LayerId): boolean {
  const own = layerAt(state.document, layer)
  if (state.readOnly !== null || own?.type !== 'text') return false
  return (
    writtenWords(own.text, fixedLocale(state.document.design)) !== undefined || fieldsOfText(state, layer).length > 0
  )
}

/**
 * Begins to type into a text layer. Where a field fills it, its sample value is typed while sample values are shown; with a
 * record the field is a chip, or what fills the text is said.
 */
export function enterText(session: EditorSession, layer: LayerId, { at: point, isNew = false }: Entering = {}): void {
  if (!canEnterText(session.state, layer)) return
  session.state.editing?.leave()
  const { state } = session
  const own = layerAt(state.document, layer)
  const hasChip =
    state.record !== null &&
    own?.type === 'text' &&
    writtenWords(own.text, fixedLocale(state.document.design)) !== undefined
  if (fieldsOfText(state, layer).length > 0 && !hasChip) {
    session.set({ editing: new SampleEditing(session, layer), selection: [layer], hovered: null })
    return
  }
  const editor = new TextEditor({ session, layer, isNew })
  const { plain = '' } = editor.text ?? {}
  const at = plain.length
  // One letter would replace a field that looks like words: it is added to it.
  editor.select({ anchor: plain === CHIP ? at : 0, caret: { at, side: 'end' } })
  session.set({ editing: editor, selection: [layer], hovered: null })
  if (point) editor.pointAt(point)
}
