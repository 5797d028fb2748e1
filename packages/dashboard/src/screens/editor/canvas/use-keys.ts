import { type RefObject, useLayoutEffect } from 'react'
import { commandOfKey, SAVE_KEYS } from '#dashboard/screens/editor/commands/commands.ts'
import { stepInStack } from '#dashboard/screens/editor/gestures/stack-order.ts'
import { nudge, nudgeSize } from '#dashboard/screens/editor/session/arrange-actions.ts'
import { isMod } from '#dashboard/screens/editor/session/pointer.ts'
import { selectNext } from '#dashboard/screens/editor/session/select-actions.ts'
import type { EditorSession } from '#dashboard/screens/editor/session/session.ts'
import { useSession } from '#dashboard/screens/editor/session/use-editor.ts'
import { isComposing } from '#dashboard/ui/fields/composing.ts'
import { isPressed } from '#dashboard/ui/fields/keys.ts'
import { hasOpenPopup } from '#dashboard/ui/fields/open-popup.ts'
import { isTypedInto } from '#dashboard/ui/fields/typed-into.ts'

/** Keys are for what is typed into, or for what is open above the editor. */
export function isForOthers(event: Event): boolean {
  const [target] = event.composedPath()
  if (event instanceof KeyboardEvent && isComposing(event)) return true
  if (!(target instanceof HTMLElement)) return true
  if (target.isContentEditable || isTypedInto(target)) return true
  return hasOpenPopup()
}

/** Fields have no use for these: F6 also leads out of them. */
const isNoField = (event: KeyboardEvent) => event.key === 'F6' || isPressed(event, SAVE_KEYS)

function isTaken(event: KeyboardEvent): boolean {
  return isNoField(event) ? isComposing(event) || hasOpenPopup() : isForOthers(event)
}

/** What Space and Enter press or type into. */
const CONTROLS = 'a, button, input, select, summary, [role="slider"], [role="switch"], [role="tab"]'

export const isOnControl = (): boolean => Boolean(document.activeElement?.closest(CONTROLS))

/** In these, arrows move between parts. */
const WITH_ARROWS = ['tree', 'tablist', 'radiogroup', 'slider', 'spinbutton', 'grid', 'listbox', 'toolbar']
  .map((role) => `[role="${role}"]`)
  .concat('[data-arrows]')
  .join()

/** Tab belongs to the canvas while that has the focus; arrows also while something has it that has no use for them. */
function onCanvas(session: EditorSession, event: KeyboardEvent, hasFocus: boolean): boolean {
  const { key, shiftKey, altKey } = event
  if (hasFocus && key === 'Tab' && !isMod(event) && !altKey) {
    if (session.state.selection.length === 0) return false
    selectNext(session, shiftKey ? -1 : 1)
    return true
  }
  if (!key.startsWith('Arrow') || session.state.selection.length === 0) return false
  if (document.activeElement?.closest(`${WITH_ARROWS}, input, select`)) return false
  if (isMod(event) && altKey) nudgeSize(session, key, shiftKey)
  else if (isMod(event) || altKey) return false
  else if (!stepInStack(session, key)) nudge(session, key, shiftKey)
  return true
}

/** Whether a key writes into a text, wherever the focus is. Space presses what has the focus. */
function isWriting({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false
  return (key.length === 1 && key !== ' ') || key === 'Backspace' || key === 'Delete'
}

/** Runs commands by their keys, and moves the selection by arrows, but not while a text is typed into. */
export function useKeys(element: RefObject<HTMLElement | null>): void {
  const session = useSession()
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTaken(event) || session.state.isHolding) return
      const { editing } = session.state
      // A button of the inspector has the focus: what is typed is for the text, and no shortcut.
      if (editing && isWriting(event)) return editing.focus()
      if (!editing && onCanvas(session, event, document.activeElement === element.current)) {
        event.preventDefault()
        return
      }
      if (event.key === 'Enter' && !isMod(event) && isOnControl()) return
      const command = commandOfKey(event, session.state)
      if (!command) return
      event.preventDefault()
      command.run(session)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [element, session])
}
