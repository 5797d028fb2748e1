/** How long it is shown that something was copied. */
export const SHOWN_MS = 1600

/** Copies a text. Over plain http a page has no clipboard: then a selected field is copied by the older command. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement('textarea')
    field.value = text
    field.className = 'offscreen'
    const focused = document.activeElement
    document.body.append(field)
    field.select()
    const isCopied = document.execCommand('copy')
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
    return isCopied
  }
}
