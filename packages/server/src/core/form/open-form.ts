import type { Question } from '@pictable/model/form'
import type { AnswerProblem } from '@pictable/model/form-texts/fill'
import { formTextFor } from '@pictable/model/form-texts/texts'
import type { TemplateValue } from '@pictable/model/value'
import { AppError, type ErrorDetail } from '#core/errors.ts'
import { findOtherPictures } from '#core/image/signed/request-of.ts'
import { pointer } from '#core/pointer.ts'
import type { Form, FormUpload } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import { refused } from '#core/refuse.ts'
import type { TemplateVersion } from '#core/template/template.ts'
import { questionId } from './form.ts'
import { partsOf, problemOf } from './form-parts.ts'
import { type GivenAnswer, readAnswer } from './read-answers.ts'
import { kindsOfVariables } from './template-variables.ts'

export type Answers = Readonly<Record<string, GivenAnswer>>

/** A form that visitors can submit, with what it makes images of. */
export interface OpenForm {
  form: Form
  version: TemplateVersion
}

/** Null for a form that is closed: it is disabled, or cannot work. */
export async function openFormOrNull(world: Pick<World, 'data'>, form: Form): Promise<OpenForm | null> {
  const parts = await partsOf(world, form)
  const isOpen = form.enabled && problemOf(form, parts) === null
  return isOpen && parts.version !== null ? { form, version: parts.version } : null
}

/** @throws AppError `conflict` for a form that is closed, without saying why */
export async function openForm(world: Pick<World, 'data'>, form: Form): Promise<OpenForm> {
  const open = await openFormOrNull(world, form)
  if (open === null) throw new AppError('conflict', formTextFor(form.language)('closed_unsent'))
  return open
}

interface ReadQuestion {
  question: Question
  id: string
  value: TemplateValue
  /** What its value is, when it is answered by a picture. */
  upload: FormUpload | null
}

export interface ReadForm {
  answers: ReadQuestion[]
  errors: ErrorDetail[]
}

/** The answers of a visitor with what is wrong with each, in the order of the questions. */
export async function readForm(
  { data, digest }: Pick<World, 'data' | 'digest'>,
  form: Form,
  given: Answers,
): Promise<ReadForm> {
  const ids = form.questions.map((question) => questionId(digest, question))
  const named = form.questions.flatMap(({ kind }, index) => {
    const answer = given[ids[index] ?? '']
    return kind === 'image' && typeof answer === 'string' ? [answer] : []
  })
  const uploads = named.length === 0 ? new Map<string, FormUpload>() : await data.forms.uploads(form.id, named)
  const text = formTextFor(form.language)
  const errors: ErrorDetail[] = []
  const answers = form.questions.map((question, index): ReadQuestion => {
    const id = ids[index] ?? ''
    const { value, problem } = readAnswer(question, given[id])
    const upload = question.kind === 'image' && typeof value === 'string' ? (uploads.get(value) ?? null) : null
    const isLost = question.kind === 'image' && value !== null && upload === null
    const wrong: AnswerProblem | null = isLost ? { name: 'picture_lost' } : problem
    if (wrong !== null) {
      const detail = text(wrong.name, { label: question.label, ...wrong.values })
      errors.push({ pointer: pointer('answers', id), detail })
    }
    return { question, id, value: wrong === null ? value : null, upload }
  })
  return { answers, errors }
}

/** What a renderer calls the picture of an upload. */
export const uploadSrc = ({ id }: Pick<FormUpload, 'id'>): string => `asset:${id}`

/** The values of an image of the form; those of variables that the template has lost are left out. */
export function valuesOf(
  { form, version }: OpenForm,
  answers: readonly ReadQuestion[],
  srcOf: (upload: FormUpload) => string,
): Record<string, TemplateValue> {
  const kinds = kindsOfVariables(version.design)
  const answered = answers.map(({ question, value, upload }) => {
    return [question.variable, upload === null ? value : srcOf(upload)] as const
  })
  const all = [...Object.entries(form.values), ...answered]
  return Object.fromEntries(all.filter(([name, value]) => value !== null && kinds.has(name)))
}

/** No text of a visitor may choose a picture. @throws AppError `invalid_request` */
export function refuseTypedPictures(
  { form, version }: OpenForm,
  answers: readonly ReadQuestion[],
  values: Readonly<Record<string, TemplateValue>>,
): void {
  const uploaded = answers.filter(({ upload }) => upload !== null).map(({ question }) => values[question.variable])
  const own = new Set<unknown>([...uploaded, ...Object.values(form.values)])
  const wrong = findOtherPictures(version.design, values, { isGood: (address) => own.has(address), fixed: form.values })
  const names = new Set(wrong.flatMap(({ given }) => given))
  const text = formTextFor(form.language)
  const errors = answers.flatMap(({ question, id }) =>
    names.has(question.variable) && question.kind !== 'image'
      ? [{ pointer: pointer('answers', id), detail: text('picture_url', { label: question.label }) }]
      : [],
  )
  if (errors.length > 0) throw refused(errors, 'Some answers cannot be used.')
}
