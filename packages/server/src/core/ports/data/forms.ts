import type { Question } from '@pictable/model/form'
import type { ImageFormat } from '@pictable/model/image'
import type { TemplateValue } from '@pictable/model/value'
import type { EditableResources } from '#core/ports/data/resources.ts'

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

export interface FormData extends EditableResources<Form, { templateId?: string | undefined }> {
  findByToken(tokenHash: string): Promise<Form | null>
  /** Counts a submission. Does not change the revision. */
  countSubmission(id: string, at: Date): Promise<void>
  insertUpload(upload: FormUpload): Promise<void>
  /** Those of this form, by id; without those that are not there. */
  uploads(formId: string, ids: readonly string[]): Promise<Map<string, FormUpload>>
  forgetUploads(before: Date): Promise<void>
  insertSubmission(submission: Submission): Promise<void>
  submission(formId: string, id: string): Promise<Submission | null>
  forgetSubmissions(before: Date): Promise<void>
}
