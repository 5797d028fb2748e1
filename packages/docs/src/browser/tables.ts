/** A table or a block of code that is wider than its place can be scrolled by keys too, so it takes the focus. */
export function letTablesScroll(): void {
  const update = (element: Element) => {
    const scrolls = element.scrollWidth > element.clientWidth
    if (!scrolls) {
      element.removeAttribute('tabindex')
      element.removeAttribute('role')
      return
    }
    element.setAttribute('tabindex', '0')
    element.setAttribute('role', 'group')
    element.setAttribute('aria-label', element.matches('.table') ? 'Table, scrolls sideways' : 'Code, scrolls sideways')
  }
  const observer = new ResizeObserver((entries) => entries.forEach(({ target }) => void update(target)))
  for (const element of document.querySelectorAll('.table, figure.code pre')) observer.observe(element)
}
