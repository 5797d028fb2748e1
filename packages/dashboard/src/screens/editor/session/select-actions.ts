import { type LayerId, parentOf } from '@pictable/editor'
import type { EditorSession } from './session.ts'

/** Selects layers; the group around them becomes the level on which clicks select. */
export function select(session: EditorSession, selection: readonly LayerId[]): void {
  const [first] = selection
  const entered = first === undefined ? session.state.entered : parentOf(session.state.document, first)
  session.set({ selection, entered })
}

/** With Shift: adds to the selection, or takes away. */
export function toggle(session: EditorSession, layer: LayerId): void {
  const { selection } = session.state
  select(session, selection.includes(layer) ? selection.filter((id) => id !== layer) : [...selection, layer])
}

/** Escape: one level out, then nothing is selected. */
export function selectOut(session: EditorSession): void {
  const { entered, document } = session.state
  if (entered === null) session.set({ selection: [] })
  else session.set({ selection: [entered], entered: parentOf(document, entered) })
}
