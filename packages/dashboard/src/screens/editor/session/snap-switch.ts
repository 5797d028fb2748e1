import { personal } from '#dashboard/api/personal.ts'
import type { EditorSession } from './session.ts'

const keyOf = () => personal('editor.snapping')

/** The switch as this browser keeps it. */
export const isSnappingOn = (): boolean => localStorage.getItem(keyOf()) !== 'off'

export function setSnapping(session: EditorSession, isOn: boolean): void {
  if (isOn) localStorage.removeItem(keyOf())
  else localStorage.setItem(keyOf(), 'off')
  session.set({ isSnapping: isOn })
}
