import type { Form, FormUpload, Submission } from '#core/form/form.ts'
import type { EditableResources } from '#core/ports/data/resources.ts'

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
