/** On small screens the navigation opens by a button, and closes by Escape or a press beside it. */
export function openMenuByButton(): void {
  const button = document.querySelector<HTMLButtonElement>('.menu-button')
  const side = document.querySelector<HTMLElement>('.side')
  if (button === null || side === null) return
  button.hidden = false
  const isOpen = () => button.ariaExpanded === 'true'
  const show = (open: boolean) => {
    button.ariaExpanded = String(open)
    document.documentElement.classList.toggle('has-menu', open)
    if (open) side.querySelector('a[aria-current="page"]')?.scrollIntoView({ block: 'nearest' })
  }
  button.addEventListener('click', () => show(!isOpen()))
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !isOpen()) return
    show(false)
    button.focus()
  })
  document.addEventListener('click', ({ target }) => {
    if (isOpen() && target instanceof Node && !side.contains(target) && !button.contains(target)) show(false)
  })
}
