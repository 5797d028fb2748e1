import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#dashboard/api/api.ts'
import { fieldErrors } from '#dashboard/api/error-words.ts'
import { type Fields, fieldsIn } from '#dashboard/forms/schema.ts'
import { SchemaForm } from '#dashboard/forms/schema-form.tsx'
import { t } from '#dashboard/strings/actions.ts'
import { Field } from '#dashboard/ui/fields/field.tsx'
import { Select } from '#dashboard/ui/fields/select.tsx'
import { FormDialog } from '#dashboard/ui/form-dialog.tsx'
import type { Trigger, TriggerKind } from './types.ts'

interface TriggerDialogProps {
  actionId: string
  kinds: readonly TriggerKind[]
  /** The one that is changed; a new one when absent. */
  trigger?: Trigger
  onClose: () => void
  onMade: (trigger: Trigger) => void
}

/** Clocks hang where the person is, unless that is said otherwise. */
function usualSettings(kind: TriggerKind | undefined): Fields {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return 'time_zone' in fieldsIn(kind?.settings.properties) ? { time_zone: timeZone } : {}
}

function useSave({ actionId, trigger, onMade }: TriggerDialogProps) {
  const queries = useQueryClient()
  const done = {
    meta: { form: true },
    onSuccess: (saved: Trigger) => {
      queries.invalidateQueries({ queryKey: api.triggers.list.key })
      onMade(saved)
    },
  }
  const create = useMutation({ ...api.triggers.create.mutation(), ...done })
  const update = useMutation({ ...api.triggers.update.mutation(), ...done })
  return {
    isSaving: create.isPending || update.isPending,
    error: create.error ?? update.error,
    save(kind: string, settings: Fields) {
      if (trigger) update.mutate({ params: { id: trigger.id }, body: { settings }, ifMatch: `"r${trigger.revision}"` })
      else create.mutate({ body: { action_id: actionId, kind, settings } })
    },
  }
}

/** A trigger of any kind that the server knows: it says itself what it wants to be told. */
export function TriggerDialog(props: TriggerDialogProps) {
  const { kinds, trigger, onClose } = props
  const [first] = kinds
  const [name, setName] = useState(trigger?.kind ?? first?.kind ?? '')
  const kind = kinds.find((one) => one.kind === name)
  const [settings, setSettings] = useState<Fields>(() => trigger?.settings ?? usualSettings(kind))
  const { save, isSaving, error } = useSave(props)
  const errors = fieldErrors(error)
  return (
    <FormDialog
      title={t(trigger ? 'actions.edit_trigger' : 'actions.add_trigger')}
      submit={t(trigger ? 'actions.save' : 'actions.add_trigger')}
      isSending={isSaving}
      error={error}
      onSubmit={() => save(name, settings)}
      onClose={onClose}
    >
      {!trigger && (
        <Field label={t('actions.kind')} help={kind?.description} error={errors.get('/kind')}>
          {(control) => (
            <Select
              {...control}
              options={kinds.map((one) => ({ value: one.kind, label: one.title }))}
              value={name}
              onChange={(chosen) => {
                setName(chosen)
                setSettings(usualSettings(kinds.find((one) => one.kind === chosen)))
              }}
            />
          )}
        </Field>
      )}
      {kind && (
        <SchemaForm
          key={name}
          schema={kind.settings}
          value={settings}
          onChange={setSettings}
          errors={errors}
          pointer="/settings"
        />
      )}
    </FormDialog>
  )
}
