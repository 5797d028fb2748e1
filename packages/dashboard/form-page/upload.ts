import { MAX_UPLOAD_BYTES, uploadTypes } from '@pictable/model/form'
import { call, Refusal } from './call.ts'
import { controlsOf, find, type Question, showError } from './question.ts'
import { text } from './text.ts'

/** Of the longer side of a picture that is made smaller here: enough for any print of it. */
const MAX_SIDE_PX = 4000

/** A picture that is too large, or of a type that only this browser reads, as JPEG. */
async function shrink(file: Blob): Promise<Blob | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (bitmap === null) return null
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}

async function send(file: Blob): Promise<string> {
  const isGood = uploadTypes.some((type) => type === file.type) && file.size <= MAX_UPLOAD_BYTES
  const sent = isGood ? file : await shrink(file)
  if (sent === null || sent.size > MAX_UPLOAD_BYTES) throw new Refusal(0, text('file_unusable'))
  const answer = await call('/uploads', { method: 'POST', headers: { 'content-type': sent.type }, body: sent })
  const { id } = await answer.json()
  return String(id)
}

/** Uploads a picture as soon as it is chosen, so that the preview shows it. */
export function connectUpload(question: Question, onChange: () => void): void {
  const { element } = question
  const input = find(element, 'input', HTMLInputElement)
  const drop = find(element, '.drop', HTMLElement)
  const image = find(element, 'img', HTMLImageElement)
  const told = find(element, '.told', HTMLElement)
  const clear = find(element, '[data-clear]', HTMLButtonElement)
  const empty = told.textContent ?? ''
  let turn = 0

  function reset(shown: string): void {
    delete element.dataset.upload
    delete element.dataset.uploading
    if (image.src.startsWith('blob:')) URL.revokeObjectURL(image.src)
    image.removeAttribute('src')
    image.hidden = true
    clear.hidden = true
    told.textContent = shown
  }

  async function take(file: File): Promise<void> {
    turn += 1
    const own = turn
    reset(text('uploading', { name: file.name }))
    showError(question, '')
    element.dataset.uploading = ''
    try {
      const id = await send(file)
      if (own !== turn) return
      element.dataset.upload = id
      told.textContent = file.name
      image.src = URL.createObjectURL(file)
      image.hidden = false
      clear.hidden = false
    } catch (error) {
      if (own !== turn) return
      reset(empty)
      input.value = ''
      showError(question, error instanceof Refusal ? error.message : text('upload_failed'))
    } finally {
      if (own === turn) delete element.dataset.uploading
    }
    onChange()
  }

  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file !== undefined) void take(file)
  })
  clear.addEventListener('click', () => {
    turn += 1
    input.value = ''
    reset(empty)
    input.focus()
    onChange()
  })
  for (const name of ['dragover', 'dragleave', 'drop'])
    drop.addEventListener(name, (event) => {
      event.preventDefault()
      drop.toggleAttribute('data-over', name === 'dragover')
    })
  drop.addEventListener('drop', (event) => {
    const [file] = event.dataTransfer?.files ?? []
    if (file !== undefined) void take(file)
  })
  // A picture that was copied is pasted while the control has the focus.
  for (const control of controlsOf(question))
    control.addEventListener('paste', (event) => {
      if (!(event instanceof ClipboardEvent)) return
      const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file !== undefined) void take(file)
    })
}
