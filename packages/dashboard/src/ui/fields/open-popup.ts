const POPUPS = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role="${role}"]`).join()

/** Toasts are dialogs too, but they do not interrupt. A list that was open once stays in the page. */
const OTHERS = '[data-toasts], [data-closed], [hidden]'

const openPopups = () => [...document.querySelectorAll(POPUPS)].filter((popup) => popup.closest(OTHERS) === null)

/** Whether a field is in something that is open: Escape closes that where there is nothing to restore in the field. */
export const isInPopup = (field: Element): boolean => field.closest(POPUPS) !== null

/** Whether something is open above the page, such as a menu, a picker or a dialog; or above the dialog that asks. */
export function hasOpenPopup(aboveDialog = false): boolean {
  return openPopups().length > (aboveDialog ? 1 : 0)
}
