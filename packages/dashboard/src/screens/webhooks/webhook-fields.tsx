import { fieldErrors } from '#dashboard/api/error-words.ts'
import { useActions } from '#dashboard/api/use-actions.ts'
import { SchemaForm } from '#dashboard/forms/schema-form.tsx'
import { t } from '#dashboard/strings/t.ts'
import { SomeOf } from '#dashboard/ui/some-of.tsx'
import { eventNames } from './route.ts'
import { fieldsSchema, type WebhookDraft } from './webhook-draft.ts'

interface WebhookFieldsProps {
  draft: WebhookDraft
  onChange: (draft: WebhookDraft) => void
  error: unknown
}

/** The form that a new webhook and a changed one share. */
export function WebhookFields({ draft, onChange, error }: WebhookFieldsProps) {
  const actions = useActions()
  const given = fieldErrors(error)
  const timeout = given.get('/timeout_ms')
  const errors = timeout === undefined ? given : new Map([...given, ['/timeout_s', timeout]])
  return (
    <>
      <SchemaForm
        schema={fieldsSchema}
        value={draft.fields}
        onChange={(fields) => onChange({ ...draft, fields })}
        errors={errors}
        pointer=""
      />
      <SomeOf
        legend={t('webhooks.events')}
        all={t('webhooks.all_events_help')}
        options={eventNames.map((name) => ({ value: name, label: name }))}
        value={draft.events}
        onChange={(names) => onChange({ ...draft, events: names && eventNames.filter((name) => names.includes(name)) })}
        error={errors.get('/events')}
      />
      <SomeOf
        legend={t('webhooks.actions')}
        all={t('webhooks.all_actions_help')}
        options={actions.map(({ id, title }) => ({ value: id, label: title }))}
        value={draft.actions}
        onChange={(ids) => onChange({ ...draft, actions: ids })}
        error={errors.get('/actions')}
      />
    </>
  )
}
