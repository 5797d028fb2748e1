import { MAX_ANSWER_LENGTH, type Question } from '@pictable/model/form'
import type { AnswerProblem, FormTextName, FormTextValues } from '@pictable/model/form-texts/fill'
import type { TemplateValue } from '@pictable/model/value'

/** As it came: JSON, by the id of its question. */
export type GivenAnswer = string | number | boolean | null

/** An answer as templates take it, or what is wrong with it. */
export type ReadAnswer = { value: TemplateValue; problem: null } | { value: null; problem: AnswerProblem }

const good = (value: TemplateValue): ReadAnswer => ({ value, problem: null })
const bad = (name: FormTextName, values: FormTextValues = {}): ReadAnswer => ({
  value: null,
  problem: { name, values },
})

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

function readText({ kind, maxLength }: Question, given: GivenAnswer): ReadAnswer {
  if (typeof given !== 'string') return bad('no_text')
  const most = maxLength ?? MAX_ANSWER_LENGTH[kind] ?? 500
  const lines = given.replaceAll(/\r\n?/g, '\n').trim()
  const text = kind === 'text' ? oneLine(lines) : lines
  const length = [...text].length
  return length > most ? bad('too_long', { length, max: most }) : good(text)
}

function readNumber({ min, max }: Question, given: GivenAnswer): ReadAnswer {
  const number = typeof given === 'string' ? Number(given.trim() || Number.NaN) : given
  if (typeof number !== 'number' || !Number.isFinite(number)) return bad('no_number')
  if (min !== null && number < min) return bad('too_small', { min })
  if (max !== null && number > max) return bad('too_large', { max })
  return good(number)
}

function readDate(given: GivenAnswer): ReadAnswer {
  const isDate = typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given)
  const time = isDate ? new Date(`${given}T00:00:00Z`) : null
  const isReal = time !== null && !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === given
  return isReal ? good(given) : bad('no_date')
}

const isColor = (given: GivenAnswer) => typeof given === 'string' && /^#[0-9a-f]{6}$/i.test(given)

/** Checks the answer of a question that is no upload, and is not empty. */
function readGiven(question: Question, given: GivenAnswer): ReadAnswer {
  switch (question.kind) {
    case 'text':
    case 'long_text':
      return readText(question, given)
    case 'number':
      return readNumber(question, given)
    case 'date':
      return readDate(given)
    case 'color':
      return isColor(given) ? good(given) : bad('no_color')
    case 'choice':
      return question.choices.some((choice) => choice === given) ? good(given) : bad('no_choice')
    case 'checkbox':
      return typeof given === 'boolean' ? good(given) : bad('no_boolean')
    case 'image':
      return typeof given === 'string' ? good(given) : bad('no_upload')
  }
}

const isEmpty = (given: GivenAnswer | undefined) =>
  given === undefined || given === null || (typeof given === 'string' && given.trim() === '')

/** The answer to a question; an empty one is null where none is required. */
export function readAnswer(question: Question, given: GivenAnswer | undefined): ReadAnswer {
  const isUnticked = question.kind === 'checkbox' && given === false
  if (given === undefined || isEmpty(given) || (isUnticked && question.required)) {
    if (!question.required) return good(null)
    return bad(question.kind === 'image' ? 'picture_required' : isUnticked ? 'check_required' : 'required')
  }
  return readGiven(question, given)
}
