import { answerOf, controlsOf, type Question } from './question.ts'

/** What was typed outlives a reload of the page; another tab has its own. */
const key = `form ${location.pathname}`

export function saveDraft(questions: readonly Question[]): void {
  const typed = questions.filter(({ kind }) => kind !== 'image').map((question) => [question.id, answerOf(question)])
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(typed)))
  } catch {
    // A page that is embedded elsewhere may have no storage.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

function stored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

export function restoreDraft(questions: readonly Question[]): void {
  const answers = stored()
  for (const question of questions) {
    const answer = answers[question.id]
    if (answer === undefined || answer === null || question.kind === 'image') continue
    for (const control of controlsOf(question)) {
      if (control instanceof HTMLInputElement && control.type === 'radio') control.checked = control.value === answer
      else if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = answer === true
      else control.value = String(answer)
      if (question.kind === 'color') control.dataset.set = ''
    }
  }
}
