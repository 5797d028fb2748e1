/** Works where a page has no clipboard of its own too: over plain http, as in a local network. */
export async function copyText(text: string): Promise<void> {
  const clipboard: Clipboard | undefined = navigator.clipboard
  if (clipboard) return clipboard.writeText(text)
  if (!copyBySelection(text)) throw new Error('the browser does not allow copying')
}

function copyBySelection(text: string): boolean {
  const chosen = document.createElement('span')
  chosen.textContent = text
  chosen.className = 'sr-only whitespace-pre select-text'
  document.body.append(chosen)
  getSelection()?.selectAllChildren(chosen)
  // The text alone: not as it looks here.
  const write = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  addEventListener('copy', write, { capture: true })
  const isCopied = document.execCommand('copy')
  removeEventListener('copy', write, { capture: true })
  getSelection()?.removeAllRanges()
  chosen.remove()
  return isCopied
}
