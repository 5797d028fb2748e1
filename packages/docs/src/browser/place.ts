/** How far below the upper edge of the window a heading counts as read. */
const READ_AT_PX = 120

/** Keeps the place of the reader: this page in the sidebar, this heading in "On this page". */
export function markPlace(): void {
  const side = document.querySelector('.side')
  const current = side?.querySelector('a[aria-current="page"]')
  if (side && current instanceof HTMLElement) side.scrollTop = current.offsetTop - side.clientHeight / 2
  const aside = document.querySelector<HTMLDetailsElement>('.aside details')
  if (aside === null) return
  // On a small screen the list is above the text: it opens when it is wanted.
  const small = matchMedia('(max-width: 1160px)')
  if (small.matches) aside.open = false
  const links = [...aside.querySelectorAll('a')]
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))))
  let isWaiting = false
  const update = () => {
    isWaiting = false
    const read = headings.findLastIndex(
      (heading) => heading !== null && heading.getBoundingClientRect().top < READ_AT_PX,
    )
    for (const [at, link] of links.entries()) {
      if (at === read) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    // There it would scroll the page itself, back to the list.
    if (!small.matches) links[read]?.scrollIntoView({ block: 'nearest' })
  }
  const later = () => {
    if (!isWaiting) requestAnimationFrame(update)
    isWaiting = true
  }
  addEventListener('scroll', later, { passive: true })
  update()
}
