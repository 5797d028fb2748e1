import { copyText, SHOWN_MS } from './copy-text.ts'
import { say } from './say.ts'

/** The mark behind a heading goes there, and copies the link. */
export function copyLinks(): void {
  document.addEventListener('click', async ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a.anchor') : null
    if (link === null) return
    const isCopied = await copyText(link.href)
    if (!isCopied) return
    say('Link copied to the clipboard')
    link.dataset.copied = 'true'
    setTimeout(() => delete link.dataset.copied, SHOWN_MS)
  })
}
