import type { en } from './en.ts'

export type FormTextName = keyof typeof en

/** All that the page of a form says itself, in one language. */
export type FormTexts = Readonly<Record<FormTextName, string>>

export interface SpokenTexts {
  /** In which numbers are written: a language tag. */
  language: string
  texts: FormTexts
}

export type FormTextValues = Readonly<Record<string, string | number>>

/** What is wrong with an answer: a text that has the question as `{label}`. */
export interface AnswerProblem {
  name: FormTextName
  values?: FormTextValues
}

/** A text with its `{values}`. */
export type FormText = (name: FormTextName, values?: FormTextValues) => string

export function createFormText({ language, texts }: SpokenTexts): FormText {
  const written = (value: string | number | undefined) =>
    typeof value === 'number' ? value.toLocaleString(language, { maximumFractionDigits: 20 }) : (value ?? '')
  return (name, values = {}) => texts[name].replaceAll(/\{(\w+)\}/g, (_, key: string) => written(values[key]))
}
