const POPUPS = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`).join()

/** Whether something is open above the editor, such as a menu, a picker or a dialog. Toasts are dialogs too, but they do not interrupt. */
export function hasOpenPopup(): boolean {
  return [...document.querySelectorAll(POPUPS)].some((popup) => popup.closest('[data-toasts]') === null)
}
