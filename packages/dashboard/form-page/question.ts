import type { AnswerProblem } from '@pictable/model/form-texts/fill'

/** A question of the page, with the elements of its control. */
export interface Question {
  id: string
  kind: string
  label: string
  isRequired: boolean
  element: HTMLElement
  error: HTMLElement
}

export type Answer = string | number | boolean | null

/** Elements of the page, which the server wrote with this script in mind. */
export function find<Kind extends HTMLElement>(from: ParentNode, selector: string, kind: new () => Kind): Kind {
  const element = from.querySelector(selector)
  if (element instanceof kind) return element
  throw new Error(`The page lacks ${selector}`)
}

export function questionsIn(form: HTMLFormElement): Question[] {
  return [...form.querySelectorAll<HTMLElement>('.question')].map((element) => ({
    id: element.dataset.id ?? '',
    kind: element.dataset.kind ?? '',
    label: element.dataset.label ?? '',
    isRequired: element.dataset.required !== undefined,
    element,
    error: find(element, '.error', HTMLElement),
  }))
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The controls of a question: more than one for radio buttons. */
export const controlsOf = ({ element }: Question): Control[] => [
  ...element.querySelectorAll<Control>('input, textarea, select'),
]

/** What a question is answered with now; null for nothing. */
export function answerOf(question: Question): Answer {
  const [control] = controlsOf(question)
  if (control === undefined) return null
  if (question.kind === 'image') return question.element.dataset.upload ?? null
  if (question.kind === 'color') return control.dataset.set === undefined ? null : control.value
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked
  if (control instanceof HTMLInputElement && control.type === 'radio') {
    const chosen = question.element.querySelector<HTMLInputElement>('input:checked')
    return chosen === null || chosen.value === '' ? null : chosen.value
  }
  return control.value === '' ? null : control.value
}

/** What is wrong with an answer, as far as the page knows; the server checks it all. */
export function problemOf(question: Question, answer: Answer): AnswerProblem | null {
  const { kind, isRequired } = question
  const [control] = controlsOf(question)
  if (question.element.dataset.uploading !== undefined) return { name: 'not_uploaded' }
  if (control instanceof HTMLInputElement && control.validity.badInput) return { name: 'not_valid' }
  const isEmpty = answer === null || (typeof answer === 'string' && answer.trim() === '')
  if (isRequired && kind === 'checkbox' && answer !== true) return { name: 'check_required' }
  if (isEmpty) return isRequired ? { name: kind === 'image' ? 'picture_required' : 'required' } : null
  const most = Number(control?.dataset.max ?? Number.NaN)
  const length = typeof answer === 'string' ? [...answer.trim()].length : 0
  if (length > most) return { name: 'too_long', values: { length, max: most } }
  if (kind !== 'number' || !(control instanceof HTMLInputElement)) return null
  if (control.validity.rangeUnderflow) return { name: 'too_small', values: { min: Number(control.min) } }
  if (control.validity.rangeOverflow) return { name: 'too_large', values: { max: Number(control.max) } }
  return null
}

/** Shows what is wrong next to the question; an empty text takes it away. */
export function showError({ element, error }: Question, text: string): void {
  error.textContent = text
  element.toggleAttribute('data-invalid', text !== '')
  for (const control of element.querySelectorAll('input, textarea, select'))
    control.setAttribute('aria-invalid', String(text !== ''))
}

export const answersOf = (questions: readonly Question[]): Record<string, Answer> =>
  Object.fromEntries(questions.map((question) => [question.id, answerOf(question)]))
