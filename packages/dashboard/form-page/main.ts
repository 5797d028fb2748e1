import { call, jsonBody, pause, Refusal } from './call.ts'
import { forgetDraft, restoreDraft, saveDraft } from './draft.ts'
import { startPreview } from './preview.ts'
import { answerOf, answersOf, controlsOf, find, problemOf, type Question, questionsIn, showError } from './question.ts'
import { readSubmission, showResult } from './result.ts'
import { text } from './text.ts'
import { connectUpload } from './upload.ts'

const MAX_ATTEMPTS = 5

/** The same for the same answers, so that a repeat adds nothing. Without `randomUUID`, which pages without https lack. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-')

/** How many characters of a text are left, once it matters. */
function countCharacters({ element }: Question): void {
  const control = element.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-max]')
  const help = element.querySelector('.help')
  if (control === null || help === null) return
  const most = Number(control.dataset.max)
  const counter = document.createElement('span')
  counter.className = 'counter'
  help.after(counter)
  const count = () => {
    const length = [...control.value.trim()].length
    counter.textContent = length > most * 0.8 ? `${length} / ${most}` : ''
    counter.toggleAttribute('data-over', length > most)
  }
  control.addEventListener('input', count)
  count()
}

/** A colour counts once it is chosen; an optional one can be taken back. */
function connectColor({ element }: Question, onChange: () => void): void {
  const input = find(element, 'input', HTMLInputElement)
  const output = find(element, 'output', HTMLElement)
  const clear = element.querySelector<HTMLButtonElement>('[data-clear]')
  const show = () => {
    const isSet = input.dataset.set !== undefined
    output.textContent = isSet ? input.value : text('none')
    if (clear !== null) clear.hidden = !isSet
  }
  input.addEventListener('input', () => {
    input.dataset.set = ''
    show()
  })
  clear?.addEventListener('click', () => {
    delete input.dataset.set
    show()
    input.focus()
    onChange()
  })
  show()
}

function start(form: HTMLFormElement): void {
  const questions = questionsIn(form)
  const failure = find(form, '#failure', HTMLElement)
  const button = find(form, '.submit', HTMLButtonElement)
  const again = find(document, '#again', HTMLButtonElement)
  restoreDraft(questions)
  const preview = startPreview(() => answersOf(questions))
  let sent = { body: '', key: newKey() }
  let isSending = false

  const onChange = () => {
    saveDraft(questions)
    preview.refresh()
  }

  for (const question of questions) {
    countCharacters(question)
    if (question.kind === 'image') connectUpload(question, onChange)
    if (question.kind === 'color') connectColor(question, onChange)
    const recheck = () => {
      if (question.error.textContent === '' || problemOf(question, answerOf(question)) !== null) return
      showError(question, '')
      if (questions.every(({ error }) => error.textContent === '')) failure.textContent = ''
    }
    for (const control of controlsOf(question)) control.addEventListener('input', recheck)
  }

  function focusFirst(wrong: readonly Question[]): void {
    const [first] = wrong
    if (first === undefined) return
    controlsOf(first)[0]?.focus()
    first.element.scrollIntoView({ block: 'nearest' })
  }

  function check(): boolean {
    const wrong = questions.filter((question) => {
      const problem = problemOf(question, answerOf(question))
      showError(question, problem === null ? '' : text(problem.name, { label: question.label, ...problem.values }))
      return problem !== null
    })
    failure.textContent = wrong.length === 0 ? '' : text('wrong_answers')
    focusFirst(wrong)
    return wrong.length === 0
  }

  /** Repeats what may succeed in a moment, with the same key. */
  async function send(): Promise<Response> {
    const { body, key } = sent
    for (let attempt = 1; ; attempt++) {
      const init = jsonBody({ answers: JSON.parse(body) })
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      try {
        return await call('/submissions', { ...init, headers })
      } catch (error) {
        const isLater =
          error instanceof Refusal && (error.status === 0 || error.status >= 500 || error.retryAfterMs === 1000)
        if (!isLater || attempt >= MAX_ATTEMPTS) throw error
        await pause(500 * attempt)
      }
    }
  }

  function showFailure(error: unknown): void {
    if (!(error instanceof Refusal)) {
      failure.textContent = text('broken')
      return
    }
    const wrong = questions.filter(({ id }) => error.errors.has(id))
    for (const question of wrong) showError(question, error.errors.get(question.id) ?? '')
    failure.textContent = wrong.length > 0 ? text('wrong_answers') : error.message
    focusFirst(wrong)
  }

  async function submit(): Promise<void> {
    if (isSending || !check()) return
    isSending = true
    button.setAttribute('aria-disabled', 'true')
    const body = JSON.stringify(answersOf(questions))
    if (body !== sent.body) sent = { body, key: newKey() }
    try {
      const submission = await readSubmission(await send())
      forgetDraft()
      await showResult(submission)
    } catch (error) {
      showFailure(error)
    } finally {
      isSending = false
      button.removeAttribute('aria-disabled')
    }
  }

  form.addEventListener('input', onChange)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit()
  })
  again.addEventListener('click', () => {
    sent = { body: '', key: newKey() }
    find(document, '#result', HTMLElement).hidden = true
    delete document.body.dataset.view
    const [first] = questions
    if (first !== undefined) controlsOf(first)[0]?.focus()
  })
  preview.refresh()
}

const form = document.querySelector('form')
if (form !== null) start(form)
