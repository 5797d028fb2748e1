import { kept } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'

const keyOf = () => personal('editor.sheet')

/** Opens the contact sheet, or closes it; the browser keeps the choice. */
export function setSheet(session: EditorSession, isOpen: boolean): void {
  kept.set(keyOf(), isOpen ? 'on' : null)
  session.set({ hasSheet: isOpen })
}

/** As it was left. */
export function restoreSheet(session: EditorSession): void {
  if (kept.get(keyOf()) === 'on') setSheet(session, true)
}
