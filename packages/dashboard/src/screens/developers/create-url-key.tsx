import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { errorAt, fieldErrors } from '#dashboard/api/error-words.ts'
import { t } from '#dashboard/strings/developers.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { NumberField } from '#dashboard/ui/fields/number-field.tsx'
import { SomeOf } from '#dashboard/ui/fields/some-of.tsx'
import { Switch } from '#dashboard/ui/fields/switch.tsx'
import { TextField } from '#dashboard/ui/fields/text-field.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import { BuildAddress } from './build-address.tsx'

interface Draft {
  name: string
  /** null = all, whatever may come. */
  templateIds: readonly string[] | null
  isPermanent: boolean
  perMinute: number
  perDay: number
}

const blank: Draft = { name: '', templateIds: null, isPermanent: false, perMinute: 120, perDay: 10_000 }

interface FieldsProps {
  draft: Draft
  errors: ReadonlyMap<string, string>
  onChange: (draft: Draft) => void
}

/** What the key may sign, and how much of it. */
function Fields({ draft, errors, onChange }: FieldsProps) {
  const templates = useQuery(api.templates.list.all()).data?.results ?? []
  return (
    <>
      <TextField
        label={t('developers.name')}
        help={t('developers.url_name_help')}
        error={errors.get('/name')}
        required
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <SomeOf
        legend={t('developers.templates')}
        all={t('developers.all_templates_help')}
        options={templates.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.templateIds}
        onChange={(templateIds) => onChange({ ...draft, templateIds })}
        error={errorAt(errors, '/template_ids')}
      />
      <Field label={t('developers.permanent')} help={t('developers.permanent_help')}>
        {(control) => (
          <Switch
            id={control.id}
            aria-describedby={control['aria-describedby']}
            checked={draft.isPermanent}
            onChange={(isPermanent) => onChange({ ...draft, isPermanent })}
          />
        )}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label={t('developers.limit_minute')}
          required
          value={draft.perMinute}
          onChange={(perMinute) => onChange({ ...draft, perMinute })}
          error={errors.get('/renders_per_minute')}
        />
        <NumberField
          label={t('developers.limit_day')}
          required
          value={draft.perDay}
          onChange={(perDay) => onChange({ ...draft, perDay })}
          error={errors.get('/renders_per_day')}
        />
      </div>
    </>
  )
}

function bodyOf({ name, templateIds, isPermanent, perMinute, perDay }: Draft) {
  const some = templateIds === null ? {} : { template_ids: [...templateIds] }
  return {
    name,
    ...some,
    renders_per_minute: perMinute,
    renders_per_day: perDay,
    allow_permanent: isPermanent,
  }
}

/** A new key that signs addresses; its secret is shown once, with an address to try it by. */
export function CreateUrlKey({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [draft, setDraft] = useState(blank)
  const create = useMutation({
    ...api.urlKeys.create.mutation(),
    meta: { form: true },
    // The answer holds the secret: it must not outlive this dialog.
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: api.urlKeys.list.key }),
  })
  if (create.data) {
    const { secret, ...urlKey } = create.data
    return <BuildAddress urlKey={urlKey} secret={secret} onClose={onClose} />
  }
  return (
    <FormDialog
      title={t('developers.url_new')}
      submit={t('developers.create')}
      isSending={create.isPending}
      error={create.error}
      onSubmit={() => create.mutate({ body: bodyOf(draft) })}
      onClose={onClose}
    >
      <Fields draft={draft} errors={fieldErrors(create.error)} onChange={setDraft} />
    </FormDialog>
  )
}
