import type { CallAnswer, Contract } from '@pictable/client'
import { allows } from '@pictable/model/access'
import { formUrl } from '#core/form/form.ts'
import { partsOf, problemOf } from '#core/form/form-parts.ts'
import type { SubmissionOutcome } from '#core/form/submission-outcome.ts'
import { imageUrl } from '#core/image/image-url.ts'
import type { Form, Submission } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import type { Caller } from '#http/caller/caller.ts'

type FormJson = CallAnswer<Contract['forms']['get']>
type SubmissionJson = CallAnswer<Contract['formLinks']['submission']>

/** Its link is for those who may write: whoever has it may submit. */
export async function presentForm(
  world: Pick<World, 'data' | 'publicUrl' | 'secrets'>,
  form: Form,
  caller: Caller,
): Promise<FormJson> {
  return {
    id: form.id,
    title: form.title,
    intro: form.intro,
    template_id: form.templateId,
    questions: form.questions.map((question) => ({
      variable: question.variable,
      kind: question.kind,
      label: question.label,
      help: question.help,
      required: question.required,
      default: question.default,
      max_length: question.maxLength,
      min: question.min,
      max: question.max,
      choices: [...question.choices],
      field: question.fieldId,
    })),
    values: { ...form.values },
    formats: [...form.formats],
    table_id: form.tableId,
    action_id: form.actionId,
    enabled: form.enabled,
    frame_ancestors: [...form.frameAncestors],
    language: form.language,
    submit_label: form.submitLabel,
    thanks: form.thanks,
    submissions_per_hour: form.submissionsPerHour,
    submissions_per_day: form.submissionsPerDay,
    url: allows(caller.scopes, 'write') ? formUrl(world, form) : null,
    problem: problemOf(form, await partsOf(world, form)),
    submission_count: form.submissionCount,
    last_submission_at: form.lastSubmissionAt?.toISOString() ?? null,
    revision: form.revision,
    created_at: form.createdAt.toISOString(),
    updated_at: form.updatedAt.toISOString(),
  }
}

/** What a visitor is told: no ids of records, tables or runs. */
export function presentSubmission(
  { publicUrl }: Pick<World, 'publicUrl'>,
  { id, rowId }: Submission,
  { state, message, images }: SubmissionOutcome,
): SubmissionJson {
  return {
    id,
    state,
    row_added: rowId !== null,
    message,
    images: images.flatMap((image) =>
      image.files.map((file) => ({
        name: image.output ?? '',
        format: file.format,
        width: file.widthPx,
        height: file.heightPx,
        url: imageUrl(publicUrl, image.id, file),
      })),
    ),
  }
}
