const isTyping = (element: Element | null) =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement

/** Opens search by its button, by "/" and by Ctrl+K; what it needs is loaded then. */
export function openSearchByKeys(): void {
  const button = document.querySelector<HTMLButtonElement>('.search-button')
  if (button === null) return
  const load = () => import('./search-dialog.ts')
  const open = async () => (await load()).openDialog()
  button.hidden = false
  button.addEventListener('click', open)
  button.addEventListener('pointerenter', load, { once: true })
  document.addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isShortcut && !(isSlash && !isTyping(document.activeElement))) return
    event.preventDefault()
    void open()
  })
}
