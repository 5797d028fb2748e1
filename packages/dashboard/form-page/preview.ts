import { call, jsonBody, pause, Refusal } from './call.ts'
import { type Answer, find } from './question.ts'
import { text } from './text.ts'

const AFTER_MS = 350
const MAX_WAIT_MS = 30_000

/** Shows the image of the answers a moment after each change, one request at a time. */
export function startPreview(read: () => Record<string, Answer>): { refresh(): void } {
  const image = find(document, '#preview', HTMLImageElement)
  const note = find(document, '#preview-note', HTMLElement)
  const frame = find(document, '.frame', HTMLElement)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let isStale = false
  let shown = ''

  async function show(bytes: Blob): Promise<void> {
    const url = URL.createObjectURL(bytes)
    const before = image.src
    image.src = url
    await image.decode().catch(() => {})
    if (before.startsWith('blob:')) URL.revokeObjectURL(before)
    frame.toggleAttribute('data-shown', true)
    note.textContent = ''
  }

  async function draw(): Promise<void> {
    const answers = read()
    const key = JSON.stringify(answers)
    if (key === shown) return
    frame.setAttribute('aria-busy', 'true')
    try {
      await show(await (await call('/preview', jsonBody({ answers }))).blob())
      shown = key
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const isLater = error.status === 429 || error.status >= 500
      note.textContent = isLater ? text('preview_later') : error.message
      if (!isLater) return
      isStale = true
      await pause(Math.min(MAX_WAIT_MS, Math.max(1000, error.retryAfterMs)))
    } finally {
      frame.removeAttribute('aria-busy')
    }
  }

  async function run(): Promise<void> {
    if (isRunning) {
      isStale = true
      return
    }
    isRunning = true
    try {
      do {
        isStale = false
        await draw()
      } while (isStale)
    } finally {
      isRunning = false
    }
  }

  return {
    refresh() {
      clearTimeout(timer)
      timer = setTimeout(() => void run(), shown === '' ? 0 : AFTER_MS)
    },
  }
}
