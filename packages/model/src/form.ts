import type { VariableKind } from './variable.ts'

/** How a question of a form is answered. */
export const questionKinds = ['text', 'long_text', 'number', 'color', 'choice', 'date', 'checkbox', 'image'] as const

export type QuestionKind = (typeof questionKinds)[number]

/** Which questions can fill a variable of each kind; the first is the usual one. */
export const questionKindsOf: Readonly<Record<VariableKind, readonly QuestionKind[]>> = {
  text: ['text', 'long_text', 'choice', 'number', 'date', 'color', 'checkbox'],
  number: ['number', 'choice'],
  color: ['color', 'choice', 'text'],
  boolean: ['checkbox'],
  image: ['image'],
}

/** What visitors may upload: no SVG, which is a program more than a picture. */
export const uploadTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'] as const

export const MAX_UPLOAD_BYTES = 10_000_000

/** Settings of a form that says nothing else. */
export const formDefaults = {
  language: 'en',
  submissionsPerHour: 20,
  submissionsPerDay: 500,
} as const

/** Where a submission is. */
export const submissionStates = ['pending', 'done', 'failed'] as const

export type SubmissionState = (typeof submissionStates)[number]

/** A question of a form. It fills one variable of the template. */
export interface Question {
  variable: string
  kind: QuestionKind
  label: string
  help: string | null
  required: boolean
  /** What it is answered with until a visitor changes it. */
  default: string | number | boolean | null
  /** Of a text, in characters. */
  maxLength: number | null
  /** Of a number. */
  min: number | null
  max: number | null
  /** Of a choice. */
  choices: readonly string[]
  /** Id of the field of the table that gets the answer; null for none. */
  fieldId: string | null
}

/** Characters of an answer, unless the question says less. */
export const MAX_ANSWER_LENGTH: Readonly<Partial<Record<QuestionKind, number>>> = { text: 500, long_text: 5000 }
