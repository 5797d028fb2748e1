import { kept } from '#dashboard/api/kept.ts'
import { personal } from '#dashboard/api/personal.ts'
import type { EditorSession } from './session.ts'

const keyOf = () => personal('editor.snapping')

/** The switch as this browser keeps it. */
export const isSnappingOn = (): boolean => kept.get(keyOf()) !== 'off'

export function setSnapping(session: EditorSession, isOn: boolean): void {
  kept.set(keyOf(), isOn ? null : 'off')
  session.set({ isSnapping: isOn })
}
