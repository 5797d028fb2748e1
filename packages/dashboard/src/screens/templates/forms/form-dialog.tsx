import type { CallAnswer, Contract } from '@pictable/client'
import { formLanguages } from '@pictable/model/form-texts/languages'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { client } from '#dashboard/api/client.ts'
import { errorAt, fieldErrors } from '#dashboard/api/error-words.ts'
import { toast } from '#dashboard/api/toast.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import type { OpenTemplate } from '#dashboard/parts/templates/template.ts'
import { t } from '#dashboard/strings/forms.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Textarea } from '#dashboard/ui/fields/input.tsx'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import {
  bodyOf,
  draftOf,
  type FormDraft,
  type FormJson,
  fieldsOf,
  moved,
  NEW_TABLE,
  type TableJson,
} from './form-draft.ts'
import { QuestionFields } from './question-fields.tsx'

interface EditFormProps {
  template: OpenTemplate
  variables: CallAnswer<Contract['templates']['variables']>['variables']
  /** null for a new one. */
  form: FormJson | null
  onClose: () => void
}

interface PartProps {
  draft: FormDraft
  errors: ReadonlyMap<string, string>
  change: (part: Partial<FormDraft>) => void
}

function Questions({ draft, errors, change }: PartProps) {
  const { questions } = draft
  // The server knows only those that are asked.
  let asked = -1
  return (
    <section className="grid gap-2">
      <h3 className="font-medium">{t('forms.questions')}</h3>
      <p className="text-[13px] text-ink-soft">{t('forms.questions_help')}</p>
      <ul className="grid gap-2">
        {questions.map((question, index) => {
          if (question.isAsked) asked += 1
          const place = `/questions/${asked}`
          return (
            <QuestionFields
              key={question.variable}
              question={question}
              errorOf={(member) => (question.isAsked ? errors.get(`${place}/${member}`) : undefined)}
              onChange={(changed) => change({ questions: questions.with(index, changed) })}
              onMove={(by) => change({ questions: moved(questions, index, by) })}
              isFirst={index === 0}
              isLast={index === questions.length - 1}
            />
          )
        })}
      </ul>
    </section>
  )
}

function TableFields({ draft, errors, change }: PartProps) {
  const tables = useQuery(api.tables.list.all()).data?.results ?? []
  const actions = useActions().filter(({ table_id: tableId }) => tableId === draft.table)
  const options = [
    { value: '', label: t('forms.no_table') },
    { value: NEW_TABLE, label: t('forms.new_table') },
    ...tables.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <Field label={t('forms.table')} help={t('forms.table_help')} error={errorAt(errors, '/table_id')}>
        {(control) => (
          <Select
            {...control}
            options={options}
            value={draft.table}
            onChange={(table) => change({ table, action: '' })}
          />
        )}
      </Field>
      {actions.length > 0 && (
        <Field label={t('forms.action')} help={t('forms.action_help')} error={errorAt(errors, '/action_id')}>
          {(control) => (
            <Select
              {...control}
              options={[
                { value: '', label: t('forms.no_action') },
                ...actions.map(({ id, title }) => ({ value: id, label: title })),
              ]}
              value={draft.action}
              onChange={(action) => change({ action })}
            />
          )}
        </Field>
      )}
    </>
  )
}

function MoreFields({ draft, errors, change }: PartProps) {
  return (
    <details className="grid rounded-lg border border-line px-3 py-2 open:pb-3">
      <summary className="cursor-pointer rounded font-medium">{t('forms.limits')}</summary>
      <div className="grid gap-4 pt-3">
        <Field
          label={t('forms.embedders')}
          help={t('forms.embedders_help')}
          error={errorAt(errors, '/frame_ancestors')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              dir="ltr"
              value={draft.embedders}
              onChange={({ target }) => change({ embedders: target.value })}
            />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField
            label={t('forms.per_hour')}
            required
            value={draft.perHour}
            error={errors.get('/submissions_per_hour')}
            onChange={(perHour) => change({ perHour })}
          />
          <NumberField
            label={t('forms.per_day')}
            required
            value={draft.perDay}
            error={errors.get('/submissions_per_day')}
            onChange={(perDay) => change({ perDay })}
          />
          <TextField
            label={t('forms.submit_label')}
            help={t('forms.submit_label_help')}
            optional
            value={draft.submitLabel}
            error={errors.get('/submit_label')}
            onChange={(submitLabel) => change({ submitLabel })}
          />
          <TextField
            label={t('forms.thanks')}
            optional
            value={draft.thanks}
            error={errors.get('/thanks')}
            onChange={(thanks) => change({ thanks })}
          />
        </div>
        <TextField
          label={t('forms.language')}
          help={t('forms.language_help', { languages: formLanguages.join(', ') })}
          required
          value={draft.language}
          error={errors.get('/language')}
          onChange={(language) => change({ language })}
        />
      </div>
    </details>
  )
}

/** The table that the form adds rows to, which may be a new one. */
async function tableOf(draft: FormDraft): Promise<TableJson | null> {
  if (draft.table === '') return null
  if (draft.table !== NEW_TABLE) return client.tables.get({ params: { id: draft.table } })
  return client.tables.create({ body: { name: draft.title, fields: fieldsOf(draft) } })
}

/** Creates a form, or changes one. */
export function EditForm({ template, variables, form, onClose }: EditFormProps) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(variables, form, template.name))
  const change = (part: Partial<FormDraft>) => setDraft((before) => ({ ...before, ...part }))
  const save = useMutation({
    meta: { form: true },
    mutationFn: async () => {
      const table = await tableOf(draft)
      // A save that fails is repeated without another table.
      if (table !== null) change({ table: table.id })
      const body = bodyOf(draft, table)
      if (form === null) return client.forms.create({ body: { ...body, template_id: template.id } })
      return client.forms.update({ params: { id: form.id }, body })
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: api.forms.list.key })
      void queries.invalidateQueries({ queryKey: api.tables.list.key })
      if (form === null) toast.done(t('forms.created'))
      onClose()
    },
  })
  const part = { draft, errors: fieldErrors(save.error), change }
  return (
    <FormDialog
      wide
      title={form === null ? t('forms.new') : t('forms.edit')}
      submit={form === null ? t('forms.create') : t('forms.save')}
      isSending={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label={t('forms.title')}
        required
        value={draft.title}
        error={part.errors.get('/title')}
        onChange={(title) => change({ title })}
      />
      <Field label={t('forms.intro')} optional error={part.errors.get('/intro')}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            value={draft.intro}
            onChange={({ target }) => change({ intro: target.value })}
          />
        )}
      </Field>
      <Questions {...part} />
      <TableFields {...part} />
      <MoreFields {...part} />
    </FormDialog>
  )
}
