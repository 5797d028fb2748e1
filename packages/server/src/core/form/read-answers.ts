import { MAX_ANSWER_LENGTH, type Question } from '@pictable/model/form'
import type { TemplateValue } from '@pictable/model/value'

/** As it came: JSON, by the id of its question. */
export type GivenAnswer = string | number | boolean | null

/** An answer as templates take it, or what is wrong with it in words for visitors. */
export type ReadAnswer = { value: TemplateValue; problem: null } | { value: null; problem: string }

const good = (value: TemplateValue): ReadAnswer => ({ value, problem: null })
const bad = (problem: string): ReadAnswer => ({ value: null, problem })

function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '').join(' ')
}

function readText({ kind, maxLength }: Question, given: GivenAnswer): ReadAnswer {
  if (typeof given !== 'string') return bad('must be text')
  const most = maxLength ?? MAX_ANSWER_LENGTH[kind] ?? 500
  const lines = given.replaceAll(/\r\n?/g, '\n').trim()
  const text = kind === 'text' ? oneLine(lines) : lines
  const length = [...text].length
  return length > most ? bad(`is too long: ${length} characters, the maximum is ${most}`) : good(text)
}

function readNumber({ min, max }: Question, given: GivenAnswer): ReadAnswer {
  const number = typeof given === 'string' ? Number(given.trim() || Number.NaN) : given
  if (typeof number !== 'number' || !Number.isFinite(number)) return bad('must be a number, such as 24.5')
  if (min !== null && number < min) return bad(`must be at least ${min}`)
  if (max !== null && number > max) return bad(`must be at most ${max}`)
  return good(number)
}

function readDate(given: GivenAnswer): ReadAnswer {
  const isDate = typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given)
  const time = isDate ? new Date(`${given}T00:00:00Z`) : null
  const isReal = time !== null && !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === given
  return isReal ? good(given) : bad('must be a date, such as 2027-01-31')
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
      return isColor(given) ? good(given) : bad('must be a colour, such as #4f46e5')
    case 'choice':
      return question.choices.some((choice) => choice === given) ? good(given) : bad('must be one of the choices')
    case 'checkbox':
      return typeof given === 'boolean' ? good(given) : bad('must be true or false')
    case 'image':
      return typeof given === 'string' ? good(given) : bad('must be an upload')
  }
}

const isEmpty = (given: GivenAnswer | undefined) =>
  given === undefined || given === null || (typeof given === 'string' && given.trim() === '')

/** The answer to a question; an empty one is null where none is required. */
export function readAnswer(question: Question, given: GivenAnswer | undefined): ReadAnswer {
  const isUnticked = question.kind === 'checkbox' && given === false
  if (given === undefined || isEmpty(given) || (isUnticked && question.required)) {
    if (!question.required) return good(null)
    return bad(question.kind === 'image' ? 'needs a picture' : isUnticked ? 'must be checked' : 'is required')
  }
  return readGiven(question, given)
}
