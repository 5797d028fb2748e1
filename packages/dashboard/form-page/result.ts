import { call, pause, Refusal } from './call.ts'
import { find } from './question.ts'
import { text } from './text.ts'

interface MadeImage {
  name: string
  format: string
  width: number
  height: number
  url: string
}

export interface Submission {
  id: string
  state: 'pending' | 'done' | 'failed'
  row_added: boolean
  message: string | null
  images: MadeImage[]
}

/** Until the image of a run is there: often at first, then less. */
const WAITS_MS = [300, 500, 700, 1000, 1000, 1500, 2000]
const LAST_WAIT_MS = 4000
const MAX_WAITS = 150

const element = <Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  more: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] => Object.assign(document.createElement(tag), more)

/** By way of this server, also when the URL that others see is another one. */
const pathOf = (url: string) => new URL(url, location.href).pathname

function cardOf(images: readonly MadeImage[]): HTMLElement {
  const card = element('figure')
  const shown = images.find(({ format }) => format !== 'pdf')
  if (shown !== undefined) {
    const { width, height } = shown
    card.append(
      element('img', {
        className: 'made',
        src: pathOf(shown.url),
        alt: shown.name || text('image_alt'),
        width,
        height,
      }),
    )
  }
  const buttons = element('div', { className: 'downloads' })
  for (const { name, format, url } of images) {
    const title = format === 'jpeg' ? 'JPG' : format.toUpperCase()
    const textContent = [text('download'), name, title].filter((part) => part !== '').join(' ')
    const download = `image.${format === 'jpeg' ? 'jpg' : format}`
    buttons.append(element('a', { className: 'download', href: pathOf(url), download, textContent }))
  }
  const [first] = images
  if (first !== undefined && navigator.clipboard !== undefined) {
    const copy = element('button', { type: 'button', className: 'quiet', textContent: text('copy_link') })
    copy.addEventListener('click', async () => {
      await navigator.clipboard.writeText(first.url).then(
        () => (copy.textContent = text('link_copied')),
        () => (copy.textContent = first.url),
      )
    })
    buttons.append(copy)
  }
  card.append(buttons)
  return card
}

const isSubmission = (value: unknown): value is Submission =>
  typeof value === 'object' && value !== null && 'state' in value && 'images' in value

export async function readSubmission(answer: Response): Promise<Submission> {
  const value: unknown = await answer.json()
  if (isSubmission(value)) return value
  throw new Refusal(answer.status, text('busy'))
}

function textOf({ state, row_added: isRowAdded, message }: Submission): string {
  const saved = isRowAdded ? `${text('saved')} ` : ''
  if (state === 'failed') return saved + (message ?? text('no_image'))
  return saved + text(state === 'pending' ? 'pending' : 'ready')
}

/** Shows what became of a submission, until its images are there. */
export async function showResult(first: Submission): Promise<void> {
  const section = find(document, '#result', HTMLElement)
  const told = find(document, '#told', HTMLElement)
  const images = find(document, '#images', HTMLElement)
  images.replaceChildren()
  section.hidden = false
  document.body.dataset.view = 'result'
  section.focus()
  let submission = first
  for (let waits = 0; ; waits++) {
    told.textContent = textOf(submission)
    section.setAttribute('aria-busy', String(submission.state === 'pending'))
    if (submission.state !== 'pending') break
    if (waits >= MAX_WAITS) {
      told.textContent = text('pending_long')
      section.setAttribute('aria-busy', 'false')
      return
    }
    await pause(WAITS_MS[waits] ?? LAST_WAIT_MS)
    submission = await call(`/submissions/${first.id}`)
      .then(readSubmission)
      .catch(() => submission)
    if (document.body.dataset.view !== 'result') return
  }
  const byName = Map.groupBy(submission.images, ({ name }) => name)
  images.replaceChildren(...[...byName.values()].map(cardOf))
}
