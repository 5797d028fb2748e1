/** Whether something is open above the editor, such as a menu, a picker or a dialog. */
export function hasOpenPopup(): boolean {
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null
}
