import type { Form, FormUpload, Submission } from '@pictable/server/core/ports/data/forms.ts'
import { describe, expect, test } from 'vitest'
import { at, later, type Subject } from './data.ts'

/** Part of the data suite: forms, what visitors uploaded, and what their submissions started. */
export function describeForms(get: () => Subject): void {
  describe('forms', () => {
    const addForm = async (change: Partial<Form> = {}) => {
      const { data, id, addAction } = get()
      const templateId = change.templateId ?? (await addAction()).templateId
      const form: Form = {
        id: id('frm'),
        title: 'Your badge',
        intro: '',
        templateId,
        questions: [
          {
            ...{ variable: 'name', kind: 'text', label: 'Name', help: null, required: true, default: null },
            ...{ maxLength: 40, min: null, max: null, choices: [], fieldId: null },
          },
        ],
        values: { place: 'Berlin', list: [1, { a: 'b' }] },
        formats: ['png', 'pdf'],
        tableId: null,
        actionId: null,
        enabled: true,
        frameAncestors: ['https://example.com'],
        language: 'ar',
        submitLabel: 'Send',
        thanks: 'Thanks',
        submissionsPerHour: 20,
        submissionsPerDay: 500,
        tokenHash: id('hash'),
        sealedToken: 'v1.sealed',
        submissionCount: 0,
        lastSubmissionAt: null,
        revision: 1,
        createdAt: at,
        updatedAt: at,
        ...change,
      }
      await data.forms.insert(form)
      return form
    }

    test('are kept and listed as they are, newest first, and found by the hash of their token', async () => {
      const { data } = get()
      const form = await addForm()
      const other = await addForm({ templateId: form.templateId })
      await addForm()
      expect(await data.forms.get(form.id)).toEqual(form)
      expect((await data.forms.list({ templateId: form.templateId, limit: 5 })).results).toEqual([other, form])
      expect(await data.forms.findByToken(form.tokenHash)).toEqual(form)
      expect(await data.forms.findByToken('unknown')).toBeNull()
    })

    test('are updated at their revision, without losing a submission', async () => {
      const { data } = get()
      const form = await addForm()
      await data.forms.countSubmission(form.id, later)
      await data.forms.countSubmission(form.id, later)
      const counted = { ...form, submissionCount: 2, lastSubmissionAt: later }
      expect(await data.forms.get(form.id)).toEqual(counted)
      const changed = await data.forms.update({ ...form, title: 'Other', tokenHash: `${form.tokenHash} 2` })
      expect(changed).toEqual({ ...counted, title: 'Other', tokenHash: `${form.tokenHash} 2`, revision: 2 })
      expect(await data.forms.update(form)).toBeNull()
    })

    test('keep what they use from being deleted', async () => {
      const { data, addAction } = get()
      const action = await addAction()
      const form = await addForm({ templateId: action.templateId, actionId: action.id })
      await expect(data.actions.delete(action.id)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('The form "Your badge" starts this action'),
      })
      expect(await data.forms.delete(form.id)).toBe(true)
      expect(await data.forms.delete(form.id)).toBe(false)
      expect(await data.actions.delete(action.id)).toBe(true)
      const alone = await addForm({ templateId: action.templateId })
      await expect(data.templates.delete(action.templateId)).rejects.toMatchObject({ code: 'conflict' })
      await data.forms.delete(alone.id)
      expect(await data.templates.delete(action.templateId)).toBe(true)
    })

    test('have uploads of their own, until these are forgotten', async () => {
      const { data, id } = get()
      const [form, other] = [await addForm(), await addForm()]
      const upload: FormUpload = {
        ...{ id: id('upl'), formId: form.id, contentType: 'image/png' },
        ...{ sizeBytes: 10_000_000, createdAt: at },
      }
      await data.forms.insertUpload(upload)
      expect(await data.forms.uploads(form.id, [upload.id, 'unknown'])).toEqual(new Map([[upload.id, upload]]))
      expect((await data.forms.uploads(other.id, [upload.id])).size).toBe(0)
      await data.forms.forgetUploads(at)
      expect((await data.forms.uploads(form.id, [upload.id])).size).toBe(1)
      await data.forms.forgetUploads(later)
      expect((await data.forms.uploads(form.id, [upload.id])).size).toBe(0)
    })

    test('have submissions, which go with them', async () => {
      const { data, id } = get()
      const [form, other] = [await addForm(), await addForm()]
      const submission: Submission = {
        ...{ id: id('sub'), formId: form.id, rowId: 'row_1', actionId: null },
        ...{ runId: null, batchId: 'bat_1', createdAt: at },
      }
      const next = { ...submission, id: id('sub'), createdAt: later }
      await data.forms.insertSubmission(submission)
      await data.forms.insertSubmission(next)
      expect(await data.forms.submission(form.id, submission.id)).toEqual(submission)
      expect(await data.forms.submission(other.id, submission.id)).toBeNull()
      await data.forms.forgetSubmissions(later)
      expect(await data.forms.submission(form.id, submission.id)).toBeNull()
      expect(await data.forms.submission(form.id, next.id)).toEqual(next)
      await data.forms.delete(form.id)
      expect(await data.forms.submission(form.id, next.id)).toBeNull()
    })
  })
}
