import type { Question } from '@pictable/model/form'
import type { ImageFormat } from '@pictable/model/image'
import type { TemplateValue } from '@pictable/model/value'
import { newToken } from '#core/ids.ts'
import type { Digest } from '#core/ports/digest.ts'
import type { World } from '#core/ports/world.ts'

/** A page that asks anyone with its link for values of a template. */
export interface Form {
  id: string
  title: string
  intro: string
  templateId: string
  questions: readonly Question[]
  /** Of variables that visitors are not asked for. */
  values: Readonly<Record<string, TemplateValue>>
  formats: readonly ImageFormat[]
  /** Built-in table that gets a row for each submission. */
  tableId: string | null
  /** Runs for that row, in place of an image of the form itself. */
  actionId: string | null
  enabled: boolean
  /** Origins that may embed it. */
  frameAncestors: readonly string[]
  language: string
  submitLabel: string
  thanks: string
  submissionsPerHour: number
  submissionsPerDay: number
  /** SHA-256 of the token in its link. */
  tokenHash: string
  sealedToken: string
  submissionCount: number
  lastSubmissionAt: Date | null
  revision: number
  createdAt: Date
  updatedAt: Date
}

/** A picture of a visitor, until the form is submitted with it. Its file has the name of its id. */
export interface FormUpload {
  id: string
  formId: string
  contentType: string
  sizeBytes: number
  createdAt: Date
}

/** What a submission started: a run, or a batch of one image. */
export interface Submission {
  id: string
  formId: string
  rowId: string | null
  actionId: string | null
  runId: string | null
  batchId: string | null
  createdAt: Date
}

const contextOf = (formId: string) => `forms.sealed_token.${formId}`

/** A new link of a form. */
export function newLink(
  { digest, random, secrets }: Pick<World, 'digest' | 'random' | 'secrets'>,
  formId: string,
): Pick<Form, 'tokenHash' | 'sealedToken'> {
  const token = newToken({ random })
  return { tokenHash: digest.sha256(token), sealedToken: secrets.seal(token, contextOf(formId)) }
}

/** The link of a form: anyone who knows it may submit. */
export function formUrl(
  { publicUrl, secrets }: Pick<World, 'publicUrl' | 'secrets'>,
  { id, sealedToken }: Pick<Form, 'id' | 'sealedToken'>,
): string {
  return `${publicUrl}/f/${secrets.open(sealedToken, contextOf(id))}`
}

/** What visitors know a question by. Names of variables stay here. */
export function questionId(digest: Digest, { variable }: Pick<Question, 'variable'>): string {
  return digest.sha256(`question ${variable}`).slice(0, 12)
}

/** Where the storage has the file of an upload. */
export const uploadKey = ({ id }: Pick<FormUpload, 'id'>): string => `uploads/${id}`
