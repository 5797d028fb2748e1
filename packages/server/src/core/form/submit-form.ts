import { formTextFor } from '@pictable/model/form-texts/texts'
import { createBatch } from '#core/batch/create-batch.ts'
import { AppError } from '#core/errors.ts'
import { storeAsset } from '#core/image/add-asset.ts'
import type { Asset } from '#core/image/image.ts'
import { prepareImage } from '#core/image/prepare-image.ts'
import type { Form, FormUpload, Submission } from '#core/ports/data/forms.ts'
import type { World } from '#core/ports/world.ts'
import { refused } from '#core/refuse.ts'
import { startRun } from '#core/run/start-run.ts'
import { addRows } from '#core/table/rows.ts'
import { uploadKey } from './form.ts'
import {
  type Answers,
  type OpenForm,
  openForm,
  type ReadForm,
  readForm,
  refuseTypedPictures,
  valuesOf,
} from './open-form.ts'

export type SubmitWorld = Pick<World, 'clock' | 'data' | 'digest' | 'newId' | 'storage' | 'triggers' | 'webhookGuard'>

const dayMs = 24 * 3_600_000

/** The file that a picture gets as an asset: named by the form, since names of visitors' files may say much. */
function filenameOf({ title }: Form, { contentType }: FormUpload): string {
  const type = contentType.slice('image/'.length)
  return `${title}.${type === 'jpeg' ? 'jpg' : type}`
}

/** Puts the uploads of a submission into the storage as assets, still to be inserted. */
async function storeUploads(world: SubmitWorld, form: Form, { answers }: ReadForm): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>()
  for (const { upload, question, id } of answers) {
    if (upload === null || assets.has(upload.id)) continue
    const bytes = await world.storage.get(uploadKey(upload))
    if (bytes === null) {
      const detail = formTextFor(form.language)('picture_lost', { label: question.label })
      throw refused([{ pointer: `/answers/${id}`, detail }], 'Some answers cannot be used.')
    }
    assets.set(upload.id, await storeAsset(world, { filename: filenameOf(form, upload), bytes }))
  }
  return assets
}

/** Counts the submission against the limit of its form and day. @throws AppError `rate_limited` */
async function takeOfDay({ clock, data }: SubmitWorld, { id, language, submissionsPerDay }: Form): Promise<void> {
  const at = clock.now()
  const taken = await data.callCounts.take(id, { at, perDay: submissionsPerDay, perMonth: null })
  if (taken !== null) return
  const message = formTextFor(language)('too_many_today')
  throw new AppError('rate_limited', message, { retryAfterMs: dayMs - (at.getTime() % dayMs) })
}

/** The row of a submission, with values by the id of their field. */
function rowOf({ answers }: ReadForm, srcOf: (upload: FormUpload) => string): Record<string, unknown> {
  return Object.fromEntries(
    answers.flatMap(({ question: { fieldId }, value, upload }) => {
      const cell = upload === null ? value : srcOf(upload)
      return fieldId === null || cell === null ? [] : [[fieldId, cell]]
    }),
  )
}

/** Starts what makes the image: the run of the action for the row, or a batch of one image. */
async function startImage(
  world: SubmitWorld,
  { form, version }: OpenForm,
  { rowId, values }: { rowId: string | null; values: ReturnType<typeof valuesOf> },
): Promise<Pick<Submission, 'actionId' | 'runId' | 'batchId'>> {
  const metadata = { form_id: form.id, ...(rowId !== null && { row_id: rowId }) }
  if (form.actionId !== null && rowId !== null) {
    const trigger = { recordIds: [rowId], force: false, limit: null, metadata }
    const { run } = await startRun(world, form.actionId, trigger)
    return { actionId: form.actionId, runId: run.id, batchId: null }
  }
  const request = {
    template: { id: version.templateId, version: version.version },
    values,
    modifications: [],
    output: { formats: [...form.formats] },
    metadata,
  }
  const batch = await createBatch(world, [await prepareImage(world, request)])
  return { actionId: null, runId: null, batchId: batch.id }
}

/**
 * Takes what a visitor sends: a row, and what makes its image, are committed together.
 * @throws AppError `invalid_request` that points at the answers that are wrong, `rate_limited`, `conflict`
 */
export async function submitForm(
  world: SubmitWorld,
  form: Form,
  { given, admit }: { given: Answers; admit: () => Promise<void> },
): Promise<Submission> {
  const open = await openForm(world, form)
  const read = await readForm(world, form, given)
  if (read.errors.length > 0) throw refused(read.errors, 'Some answers cannot be used.')
  refuseTypedPictures(
    open,
    read.answers,
    valuesOf(open, read.answers, ({ id }) => `asset:${id}`),
  )
  await admit()
  await takeOfDay(world, form)
  const assets = await storeUploads(world, form, read)
  const srcOf = ({ id }: FormUpload) => `asset:${assets.get(id)?.id}`
  const values = valuesOf(open, read.answers, srcOf)
  return world.data.transaction(async (data) => {
    const inside = { ...world, data }
    for (const asset of assets.values()) await data.assets.insert(asset)
    const [row] = form.tableId === null ? [] : await addRows(inside, form.tableId, [rowOf(read, srcOf)])
    const rowId = row?.id ?? null
    const started = await startImage(inside, open, { rowId, values })
    const createdAt = world.clock.now()
    const submission = { id: world.newId('submission'), formId: form.id, rowId, ...started, createdAt }
    await data.forms.insertSubmission(submission)
    await data.forms.countSubmission(form.id, createdAt)
    return submission
  })
}
