import { personal } from '#dashboard/api/personal.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { fit } from '#dashboard/screens/editor/session/view.ts'
import { fitPage, pageOf } from '#dashboard/screens/editor/session/view-actions.ts'

const keyOf = () => personal('editor.sheet')

/** A page that was fitted into the window of the canvas is fitted into what is left of it. */
function keepFitted(session: EditorSession): void {
  const { state } = session
  const fitted = fit(pageOf(state), state.window)
  const isFitted = (['zoom', 'x', 'y'] as const).every((key) => Math.abs(fitted[key] - state.view[key]) < 0.01)
  if (!isFitted) return
  const unsubscribe = session.subscribe(() => {
    if (session.state.window === state.window) return
    unsubscribe()
    fitPage(session)
  })
}

/** Opens the contact sheet, or closes it; the browser keeps the choice. */
export function setSheet(session: EditorSession, isOpen: boolean): void {
  if (isOpen) localStorage.setItem(keyOf(), 'on')
  else localStorage.removeItem(keyOf())
  keepFitted(session)
  session.set({ hasSheet: isOpen })
}

/** As it was left. */
export function restoreSheet(session: EditorSession): void {
  if (localStorage.getItem(keyOf()) === 'on') setSheet(session, true)
}
