const POPUPS = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`).join()

/** Toasts are dialogs too, but they do not interrupt. A list that was open once stays in the page. */
const OTHERS = '[data-toasts], [data-closed], [hidden]'

/** Whether something is open above the editor, such as a menu, a picker or a dialog. */
export function hasOpenPopup(): boolean {
  return [...document.querySelectorAll(POPUPS)].some((popup) => popup.closest(OTHERS) === null)
}
