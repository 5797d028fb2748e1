import { copyText, SHOWN_MS } from './copy-text.ts'
import { say } from './say.ts'

/** A button on every block of code. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', async () => {
      const isCopied = await copyText(block.querySelector('code')?.textContent ?? '')
      button.textContent = isCopied ? 'Copied' : 'Not copied'
      say(isCopied ? 'Copied to the clipboard' : 'The browser did not copy it')
      setTimeout(() => {
        button.textContent = 'Copy'
      }, SHOWN_MS)
    })
    block.append(button)
  }
}
