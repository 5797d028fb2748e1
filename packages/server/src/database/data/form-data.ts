import type { Form, FormData, FormUpload, Submission } from '#core/ports/data/forms.ts'
import { jsonb, mapperOf, plain } from '#database/columns.ts'
import type { Executor } from '#database/database.ts'
import { listPage } from '#database/list-page.ts'
import { type EditableTable, editableResources, type ResourceTable, resources } from '#database/resources.ts'
import { rowOf, rowsOf } from '#database/statement.ts'

const forms: EditableTable<Form> = {
  name: 'forms',
  inUse: 'The form is in use',
  unchanged: ['createdAt', 'submissionCount', 'lastSubmissionAt'],
  ...mapperOf<Form>({
    id: plain,
    title: plain,
    intro: plain,
    templateId: plain,
    questions: jsonb(),
    values: { ...jsonb(), name: 'fixed_values' },
    formats: jsonb(),
    tableId: plain,
    actionId: plain,
    enabled: plain,
    frameAncestors: jsonb(),
    language: plain,
    submitLabel: plain,
    thanks: plain,
    submissionsPerHour: plain,
    submissionsPerDay: plain,
    tokenHash: plain,
    sealedToken: plain,
    submissionCount: plain,
    lastSubmissionAt: plain,
    revision: plain,
    createdAt: plain,
    updatedAt: plain,
  }),
}

const uploads: ResourceTable<FormUpload> = {
  name: 'form_uploads',
  ...mapperOf<FormUpload>({ id: plain, formId: plain, contentType: plain, sizeBytes: plain, createdAt: plain }),
}

const submissions: ResourceTable<Submission> = {
  name: 'form_submissions',
  ...mapperOf<Submission>({
    id: plain,
    formId: plain,
    rowId: plain,
    actionId: plain,
    runId: plain,
    batchId: plain,
    createdAt: plain,
  }),
}

export function formData(executor: Executor): FormData {
  return {
    ...editableResources(executor, forms),
    list: ({ templateId, ...options }) => listPage(executor, forms, { ...options, where: { template_id: templateId } }),
    async findByToken(tokenHash) {
      const row = await rowOf<object>(executor, 'select * from forms where token_hash = $1', [tokenHash])
      return row && forms.fromRow(row)
    },
    async countSubmission(id, at) {
      const text = 'update forms set submission_count = submission_count + 1, last_submission_at = $2 where id = $1'
      await rowsOf(executor, text, [id, at])
    },
    insertUpload: resources(executor, uploads).insert,
    async uploads(formId, ids) {
      const text = 'select * from form_uploads where form_id = $1 and id = any($2::text[])'
      const rows = await rowsOf<object>(executor, text, [formId, ids])
      return new Map(rows.map(uploads.fromRow).map((upload) => [upload.id, upload]))
    },
    async forgetUploads(before) {
      await rowsOf(executor, 'delete from form_uploads where created_at < $1', [before])
    },
    insertSubmission: resources(executor, submissions).insert,
    async submission(formId, id) {
      const text = 'select * from form_submissions where id = $1 and form_id = $2'
      const row = await rowOf<object>(executor, text, [id, formId])
      return row && submissions.fromRow(row)
    },
    async forgetSubmissions(before) {
      await rowsOf(executor, 'delete from form_submissions where created_at < $1', [before])
    },
  }
}
